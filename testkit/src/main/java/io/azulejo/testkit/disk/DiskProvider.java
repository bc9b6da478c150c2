package io.azulejo.testkit.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The file system provider of a {@link Disk}, limited to the operations that the engine uses. */
final class DiskProvider extends FileSystemProvider {
  private final Disk disk;

  DiskProvider(Disk disk) {
    this.disk = disk;
  }

  private static DiskPath on(Path path) {
    return (DiskPath) path;
  }

  @Override
  public String getScheme() {
    return "disk";
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return options.contains(StandardOpenOption.CREATE_NEW)
        ? disk.create(on(path))
        : disk.open(on(path));
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    List<Path> paths = disk.list(on(folder)).stream().map(folder::resolve).toList();
    DirectoryStream<Path> stream =
        new DirectoryStream<>() {
          @Override
          public Iterator<Path> iterator() {
            return paths.iterator();
          }

          @Override
          public void close() {
            disk.closed(this);
          }

          @Override
          public String toString() {
            return folder.toString();
          }
        };
    disk.opened(stream);
    return stream;
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    disk.makeFolder(on(folder));
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    disk.link(on(link), on(existing));
  }

  @Override
  public void delete(Path path) throws IOException {
    disk.delete(on(path));
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    if (!List.of(options).equals(List.of(StandardCopyOption.ATOMIC_MOVE))) {
      throw new AtomicMoveNotSupportedException(
          source.toString(), target.toString(), "only atomic moves are supported");
    }
    disk.move(on(source), on(target));
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return disk.look(on(one)) == disk.look(on(other));
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    disk.look(on(path));
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    DiskNode node = disk.look(on(path));
    return type.cast(new Attributes(node, node.isFolder() ? 0 : node.size()));
  }

  private record Attributes(DiskNode node, long size) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
      return FileTime.fromMillis(node.made);
    }

    @Override
    public FileTime lastAccessTime() {
      return lastModifiedTime();
    }

    @Override
    public FileTime creationTime() {
      return lastModifiedTime();
    }

    @Override
    public boolean isRegularFile() {
      return !node.isFolder();
    }

    @Override
    public boolean isDirectory() {
      return node.isFolder();
    }

    @Override
    public boolean isSymbolicLink() {
      return false;
    }

    @Override
    public boolean isOther() {
      return false;
    }

    @Override
    public Object fileKey() {
      return node;
    }
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("this operation is not supported");
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> settings) {
    throw unsupported();
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    throw unsupported();
  }

  @Override
  public Path getPath(URI uri) {
    throw unsupported();
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
    throw unsupported();
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw unsupported();
  }

  @Override
  public boolean isHidden(Path path) {
    throw unsupported();
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw unsupported();
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    throw unsupported();
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
    throw unsupported();
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options) {
    throw unsupported();
  }
}
