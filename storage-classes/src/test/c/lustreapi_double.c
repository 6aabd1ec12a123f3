/*
 * A double of liblustreapi, for tests: the functions that Bora binds, with the structures of lustre_user.h, over any directory. What Lustre
 * itself would do is not tested by it; that Bora passes what the library's declarations say is.
 *
 * LIMIT_KIB   limit of every project, 0 for none
 * STORE       a directory: the archive, and which file has which identifier
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

struct fid { uint64_t sequence; uint32_t object, version; };
struct quota {
  uint32_t command, kind, id, status, valid, index;
  uint64_t block_grace, inode_grace; uint32_t flags, info_valid;
  uint64_t hard_kib, soft_kib, used_bytes;
};
struct request {
  uint32_t action, archive; uint64_t flags; uint32_t count, data_bytes;
  struct fid file; uint64_t offset, length;
};
struct layout { uint64_t count, size; char pool[16]; };

enum { EXISTS = 1, DIRTY = 2, RELEASED = 4, ARCHIVED = 8 };

static _Thread_local uint64_t used_bytes;

static int count(const char *path, const struct stat *st, int kind, struct FTW *where) {
  (void)path; (void)kind; (void)where;
  used_bytes += st->st_blocks * 512;
  return 0;
}

int llapi_quotactl(char *directory, struct quota *quota) {
  if (quota->command != 0x800007 || quota->kind != 2 || quota->valid != 0) return -EINVAL;
  if (quota->id != 42) return -ENOENT;
  used_bytes = 0;
  nftw(directory, count, 32, FTW_PHYS);
  quota->hard_kib = LIMIT_KIB;
  quota->soft_kib = 0;
  quota->used_bytes = used_bytes;
  return 0;
}

struct layout *llapi_layout_alloc(void) { return calloc(1, sizeof(struct layout)); }
void llapi_layout_free(struct layout *layout) { free(layout); }

static int refuse(int number) { errno = number; return -1; }

int llapi_layout_stripe_count_set(struct layout *layout, uint64_t number) { layout->count = number; return 0; }

int llapi_layout_stripe_size_set(struct layout *layout, uint64_t bytes) {
  if (bytes % 65536) return refuse(EINVAL);
  layout->size = bytes;
  return 0;
}

int llapi_layout_pool_name_set(struct layout *layout, const char *pool) {
  if (strlen(pool) > 15) return refuse(EINVAL);
  strcpy(layout->pool, pool);
  return 0;
}

int llapi_layout_file_create(const char *path, int flags, int mode, const struct layout *layout) {
  char text[80];
  if (strcmp(layout->pool, "absent") == 0) return refuse(EINVAL);
  int fd = open(path, flags | O_CREAT | O_EXCL, mode);
  if (fd < 0) return -1;
  snprintf(text, sizeof text, "%lld %llu %s", (long long)layout->count, (unsigned long long)layout->size, layout->pool);
  fsetxattr(fd, "user.double.layout", text, strlen(text), 0);
  return fd;
}

int llapi_fd2fid(int fd, struct fid *fid) {
  char link[64], path[PATH_MAX], entry[PATH_MAX];
  struct stat st;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || fstat(fd, &st) < 0) return -errno;
  path[length] = 0;
  fid->sequence = 0x200000401ULL;
  fid->object = (uint32_t)st.st_ino;
  fid->version = 0;
  snprintf(entry, sizeof entry, STORE "/fid-%u", fid->object);
  unlink(entry);
  return symlink(path, entry) < 0 ? -errno : 0;
}

static int states(const char *path) {
  char text[16] = "0";
  getxattr(path, "user.double.hsm", text, sizeof text - 1);
  return atoi(text);
}

static int set_states(const char *path, int bits) {
  char text[16];
  snprintf(text, sizeof text, "%d", bits);
  return setxattr(path, "user.double.hsm", text, strlen(text), 0) < 0 ? -errno : 0;
}

int llapi_hsm_state_get_fd(int fd, uint32_t *state) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  state[0] = states(path);
  state[1] = state[0] ? 1 : 0;
  return 0;
}

/* Copies bytes into a file that keeps its time. */
static int fill(const char *from, const char *to, const struct stat *like) {
  char bytes[65536];
  ssize_t got;
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0600);
  if (in < 0 || out < 0) return -errno;
  while ((got = read(in, bytes, sizeof bytes)) > 0)
    if (write(out, bytes, got) != got) return -EIO;
  struct timespec times[2] = {like->st_atim, like->st_mtim};
  futimens(out, times);
  close(in); close(out);
  return 0;
}

int llapi_hsm_request(const char *anywhere, const struct request *request) {
  char entry[PATH_MAX], path[PATH_MAX], data[PATH_MAX];
  struct stat st;
  if (access(anywhere, F_OK) < 0) return -errno;
  if (request->count != 1 || request->length != UINT64_MAX || request->offset != 0) return -EINVAL;
  snprintf(entry, sizeof entry, STORE "/fid-%u", request->file.object);
  snprintf(data, sizeof data, STORE "/data-%u", request->file.object);
  ssize_t length = readlink(entry, path, sizeof path - 1);
  if (length < 0 || request->file.sequence != 0x200000401ULL) return -ENOENT;
  path[length] = 0;
  if (stat(path, &st) < 0) return -errno;
  int bits = states(path);
  switch (request->action) {
  case 10: { int done = fill(path, data, &st); return done ? done : set_states(path, EXISTS | ARCHIVED); }
  case 11: {
    if (!(bits & RELEASED)) return 0;
    if (getxattr(path, "user.double.slow", NULL, 0) >= 0) return 0; /* a copytool that takes its time */
    int done = fill(data, path, &st);
    return done ? done : set_states(path, bits & ~RELEASED);
  }
  case 12: {
    struct timespec times[2] = {st.st_atim, st.st_mtim};
    if (!(bits & ARCHIVED) || (bits & DIRTY)) return -EPERM;
    if (truncate(path, 0) < 0 || truncate(path, st.st_size) < 0) return -errno;
    utimensat(AT_FDCWD, path, times, 0);
    return set_states(path, bits | RELEASED);
  }
  default: return -EINVAL;
  }
}
