package org.bora.files;

import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;

/**
 * The storage areas mounted on this machine, under the same paths as on the backends. Opens the
 * files that the engine names, only below the root of their area.
 */
public final class MountedAreas {
  private static final String SCHEME = "file";

  private record Mounted(String prefix, AreaTree tree) {
    /** Its root is queried each time, because a withheld area has none yet. */
    static Mounted of(AreaTree tree) {
      String root = tree.root().toString();
      return new Mounted(root.endsWith("/") ? root : root + "/", tree);
    }
  }

  private final List<AreaTree> trees;
  private final UnaryOperator<OpenFile> opened;
  private final UnaryOperator<OpenFile> openedInside;

  public MountedAreas(List<AreaTree> trees) {
    this(List.copyOf(trees), file -> file, file -> file);
  }

  private MountedAreas(
      List<AreaTree> trees, UnaryOperator<OpenFile> opened, UnaryOperator<OpenFile> inside) {
    this.trees = trees;
    this.opened = opened;
    this.openedInside = inside;
  }

  /** The same, where a transfer counts the bytes of the files that are opened. */
  public MountedAreas of(Transfers.Transfer transfer) {
    return new MountedAreas(trees, transfer::follow, transfer::followInside);
  }

  /** The same for a copy within the service, whose bytes use no line of a client. */
  public MountedAreas inside() {
    return new MountedAreas(trees, openedInside, openedInside);
  }

  /** Opens a file for reading. */
  public OpenFile read(String turl) throws StorageException {
    String path = physical(turl);
    Mounted area = holding(path);
    return opened.apply(area.tree().openFile(beneath(area, path)));
  }

  /** Opens the hidden file of an upload for writing. */
  public OpenFile write(String turl) throws StorageException {
    String path = physical(turl);
    Mounted area = holding(path);
    int name = path.lastIndexOf('/') + 1;
    if (!path.startsWith(Upload.PREFIX, name)) {
      throw new StorageException(Reason.UNSUPPORTED, "not the hidden file of an upload");
    }
    UUID upload = UUID.fromString(path.substring(name + Upload.PREFIX.length()));
    return opened.apply(area.tree().openUpload(beneath(area, path.substring(0, name)), upload));
  }

  /**
   * Opens the file that an upload is to replace, to look at its notes.
   *
   * @param hidden the hidden file of the upload
   * @param name of the file, in the same directory
   */
  OpenFile beside(String hidden, String name) throws StorageException {
    String path = physical(hidden);
    Mounted area = holding(path);
    return area.tree().openFile(beneath(area, path.substring(0, path.lastIndexOf('/') + 1) + name));
  }

  private static String physical(String turl) {
    URI uri = URI.create(turl);
    if (!SCHEME.equals(uri.getScheme()) || uri.getPath() == null) {
      throw new IllegalArgumentException("the engine named no file");
    }
    return uri.getPath();
  }

  private Mounted holding(String path) throws StorageException {
    return trees.stream()
        .map(Mounted::of)
        .filter(area -> path.startsWith(area.prefix()))
        .max(Comparator.comparingInt(area -> area.prefix().length()))
        .orElseThrow(
            () -> new StorageException(Reason.WITHHELD, "no area that is mounted here holds it"));
  }

  private static AreaPath beneath(Mounted area, String path) {
    return AreaPath.parse(path.substring(area.prefix().length()));
  }
}
