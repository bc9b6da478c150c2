package io.azulejo.testkit.disk;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/** The file system of a {@link Disk}. All of its paths are absolute. */
final class DiskFileSystem extends FileSystem {
  private final DiskProvider provider;

  DiskFileSystem(Disk disk) {
    this.provider = new DiskProvider(disk);
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public Path getPath(String first, String... more) {
    return new DiskPath(this, Path.of("/", first).resolve(String.join("/", more)).normalize());
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("this file system cannot be closed");
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return "/";
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(getPath("/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic");
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException("path patterns are not supported");
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("users are not supported");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("watching is not supported");
  }
}
