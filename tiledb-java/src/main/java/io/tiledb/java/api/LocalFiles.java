package io.tiledb.java.api;

import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The files of the local file system. */
final class LocalFiles implements VfsFiles {
  private static Path path(String path) {
    return Location.of(path).toPath();
  }

  private static Path withParent(String path) throws IOException {
    Path file = path(path);
    Path parent = file.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return file;
  }

  @Override
  public boolean isFile(String path) {
    return Files.isRegularFile(path(path));
  }

  @Override
  public boolean isDirectory(String path) {
    return Files.isDirectory(path(path));
  }

  @Override
  public void createDirectory(String path) throws IOException {
    Files.createDirectories(path(path));
  }

  @Override
  public void createFile(String path) throws IOException {
    Path file = withParent(path);
    Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
  }

  @Override
  public void removeDirectory(String path) throws IOException {
    Path folder = path(path);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void removeFile(String path) throws IOException {
    Files.delete(path(path));
  }

  @Override
  public long fileSize(String path) throws IOException {
    return Files.size(path(path));
  }

  @Override
  public void moveDirectory(String source, String target) throws IOException {
    Files.move(path(source), withParent(target));
  }

  @Override
  public void moveFile(String source, String target) throws IOException {
    Files.move(path(source), withParent(target), StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public InputStream read(String path) throws IOException {
    return Files.newInputStream(path(path));
  }

  @Override
  public OutputStream write(String path, boolean append) throws IOException {
    return Files.newOutputStream(
        withParent(path),
        StandardOpenOption.CREATE,
        append ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE);
  }

  @Override
  public boolean isBucket(String path) throws TileDBError {
    throw noBuckets(path);
  }

  @Override
  public boolean isEmptyBucket(String path) throws TileDBError {
    throw noBuckets(path);
  }

  @Override
  public void emptyBucket(String path) throws TileDBError {
    throw noBuckets(path);
  }

  private static TileDBError noBuckets(String path) {
    return new TileDBError("'%s' is a local path; only object stores have buckets".formatted(path));
  }
}
