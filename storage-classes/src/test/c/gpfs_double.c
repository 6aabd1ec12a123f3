/*
 * A double of libgpfs, for tests: the functions that Bora binds, with the structures of gpfs.h, over any directory. What Storage Scale
 * itself would do is not tested by it; that Bora passes what the library's declarations say is.
 *
 * LIMIT_KIB   limit of the one fileset there is, 0 for none. A fileset is the directory that is asked about.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#define NAME "the-fileset"
#define NUMBER 7

struct header { int total, version, error_offset, reserved; };
struct part { int length, type; };

static _Thread_local long long used_kib;

static int count(const char *path, const struct stat *st, int kind, struct FTW *where) {
  (void)path; (void)kind; (void)where;
  used_kib += st->st_blocks / 2;
  return 0;
}

static long long usage(const char *directory) {
  char real[PATH_MAX];
  used_kib = 0;
  if (realpath(directory, real)) nftw(real, count, 32, FTW_PHYS);
  return used_kib;
}

static int refuse(int number) { errno = number; return -1; }

int gpfs_fcntl(int fd, void *argument) {
  struct header *header = argument;
  if (header->version != 1 || header->reserved != 0) return refuse(EINVAL);
  for (int at = sizeof *header; at < header->total;) {
    struct part *part = (struct part *)((char *)argument + at);
    header->error_offset = at;
    if (part->type == 3003 && part->length == 8 + 1024) {
      strcpy((char *)part + 8, NAME);
    } else if (part->type == 2006 && part->length == 24 + 1024) {
      const char *pool = (char *)part + 24;
      if (strcmp(pool, "absent") == 0) return refuse(EINVAL);
      if (fsetxattr(fd, "user.double.pool", pool, strlen(pool), 0) < 0) return -1;
    } else {
      return refuse(EINVAL);
    }
    at += part->length;
  }
  return 0;
}

int gpfs_getfilesetid(const char *path, const char *name, int *number) {
  struct stat st;
  if (stat(path, &st) < 0) return -1;
  if (strcmp(name, NAME) != 0) return refuse(ENOENT);
  *number = NUMBER;
  return 0;
}

int gpfs_quotactl(const char *path, int command, int number, void *buffer) {
  struct { long long usage, hard, soft, in_doubt; } *info = buffer;
  if (command != ((0x0300 << 8) | 2)) return refuse(EINVAL);
  if (number != NUMBER) return refuse(ENOENT);
  info->usage = usage(path);
  info->hard = LIMIT_KIB;
  info->soft = 0;
  info->in_doubt = LIMIT_KIB ? 1024 : 0;
  return 0;
}

/* Makes the file longer, as the declaration allows: the harder case. */
int gpfs_prealloc(int fd, long long start, long long bytes) {
  char link[64], path[PATH_MAX];
  ssize_t length;
  if (start != 0 || bytes < 0) return refuse(EINVAL);
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  *strrchr(path, '/') = 0;
  if (LIMIT_KIB && usage(path) + bytes / 1024 > LIMIT_KIB) return refuse(EDQUOT);
  int failed = posix_fallocate(fd, start, bytes);
  return failed ? refuse(failed) : 0;
}

int gpfs_get_winattrs_path(const char *path, void *attributes) {
  struct { unsigned seconds, nanos, bits; } *found = attributes;
  struct stat st;
  if (stat(path, &st) < 0) return -1;
  found->bits = getxattr(path, "user.double.offline", NULL, 0) >= 0 ? 0x0100 : 0x0040;
  return 0;
}
