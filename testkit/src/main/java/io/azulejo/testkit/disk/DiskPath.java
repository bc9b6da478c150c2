package io.azulejo.testkit.disk;

import java.net.URI;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent.Kind;
import java.nio.file.WatchEvent.Modifier;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/**
 * A path of a {@link Disk}. It delegates the handling of names to a path of the default file
 * system.
 */
record DiskPath(DiskFileSystem fileSystem, Path names) implements Path {
  private DiskPath with(Path other) {
    return other == null ? null : new DiskPath(fileSystem, other);
  }

  private static Path names(Path other) {
    return ((DiskPath) other).names;
  }

  @Override
  public DiskFileSystem getFileSystem() {
    return fileSystem;
  }

  @Override
  public boolean isAbsolute() {
    return names.isAbsolute();
  }

  @Override
  public Path getRoot() {
    return with(names.getRoot());
  }

  @Override
  public Path getFileName() {
    return with(names.getFileName());
  }

  @Override
  public DiskPath getParent() {
    return with(names.getParent());
  }

  @Override
  public int getNameCount() {
    return names.getNameCount();
  }

  @Override
  public Path getName(int index) {
    return with(names.getName(index));
  }

  @Override
  public Path subpath(int from, int to) {
    return with(names.subpath(from, to));
  }

  @Override
  public boolean startsWith(Path other) {
    return other instanceof DiskPath && names.startsWith(names(other));
  }

  @Override
  public boolean endsWith(Path other) {
    return other instanceof DiskPath && names.endsWith(names(other));
  }

  @Override
  public Path normalize() {
    return with(names.normalize());
  }

  @Override
  public Path resolve(Path other) {
    return with(names.resolve(names(other)));
  }

  @Override
  public Path resolve(String other) {
    return with(names.resolve(other));
  }

  @Override
  public Path relativize(Path other) {
    return with(names.relativize(names(other)));
  }

  @Override
  public URI toUri() {
    return names.toUri();
  }

  @Override
  public Path toAbsolutePath() {
    return with(names.toAbsolutePath());
  }

  @Override
  public Path toRealPath(LinkOption... options) {
    return with(names.normalize());
  }

  @Override
  public WatchKey register(WatchService watcher, Kind<?>[] events, Modifier... modifiers) {
    throw new UnsupportedOperationException("watching is not supported");
  }

  @Override
  public int compareTo(Path other) {
    return names.compareTo(names(other));
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
