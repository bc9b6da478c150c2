package io.tiledb.java.api;

import io.azulejo.storage.Location;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.Locale;

/**
 * Access to the files of a store. Paths are local paths or URIs. Local files are accessed directly,
 * files in other stores through the engine.
 *
 * <p>Differences from TileDB-Java: buckets cannot be created or removed. Files in object stores can
 * be appended to, but this rewrites the file.
 */
public class VFS implements AutoCloseable {
  private final Context ctx;
  private final Config config;

  /** The context whose engine has the stores: the given context if its configuration suffices. */
  private final Context stores;

  /**
   * Creates an instance with its own configuration.
   *
   * @param config parameters that override the parameters of the context, as far as they were set
   */
  public VFS(Context ctx, Config config) throws TileDBError {
    this.ctx = ctx;
    this.config = ctx.config().inherit(config);
    this.stores = this.config.sameAs(ctx.config()) ? ctx : new Context(this.config);
  }

  /** Creates an instance with the configuration of the context. */
  public VFS(Context ctx) throws TileDBError {
    this(ctx, ctx.config());
  }

  private VfsFiles files(String path) {
    return Location.of(path).scheme().equals("file") ? new LocalFiles() : new StoreFiles(stores);
  }

  /** Returns a copy of the configuration. */
  public Config getConfig() throws TileDBError {
    return config.copy();
  }

  /** Returns the context. */
  public Context getContext() {
    return ctx;
  }

  /** Returns whether the store is on the class path. HDFS is not supported. */
  public boolean isSupportedFs(Filesystem fs) throws TileDBError {
    return ctx.isSupportedFs(fs);
  }

  /**
   * Returns whether a store for a scheme is on the class path.
   *
   * @param fs a scheme, with or without {@code ://}, such as {@code s3}
   */
  public boolean isSupportedFs(String fs) throws TileDBError {
    String scheme = fs.endsWith("://") ? fs.substring(0, fs.length() - "://".length()) : fs;
    return Context.isSupportedScheme(scheme.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a store for the scheme of a URI is on the class path. */
  public boolean isSupportedFs(URI uri) throws TileDBError {
    return isSupportedFs(uri.getScheme());
  }

  /** Returns whether a path is a bucket of an object store. */
  public boolean isBucket(String path) throws TileDBError {
    return Calls.get(ctx, () -> files(path).isBucket(path), false);
  }

  /** Calls {@link #isBucket(String)} with a URI. */
  public boolean isBucket(URI uri) throws TileDBError {
    return isBucket(uri.toString());
  }

  /**
   * Fails, because this library does not create buckets.
   *
   * @throws TileDBError if the handler of failures throws it
   */
  public String createBucket(String path) throws TileDBError {
    ctx.fail(
        new TileDBError(
            "cannot create '%s'; create buckets with the tools of the store".formatted(path)));
    return path;
  }

  /** Calls {@link #createBucket(String)} with a URI, and returns it. */
  public URI createBucket(URI uri) throws TileDBError {
    createBucket(uri.toString());
    return uri;
  }

  /**
   * Fails, because this library does not remove buckets.
   *
   * @throws TileDBError if the handler of failures throws it
   */
  public String removeBucket(String path) throws TileDBError {
    ctx.fail(
        new TileDBError(
            "cannot remove '%s'; remove buckets with the tools of the store".formatted(path)));
    return path;
  }

  /** Calls {@link #removeBucket(String)} with a URI, and returns it. */
  public URI removeBucket(URI uri) throws TileDBError {
    removeBucket(uri.toString());
    return uri;
  }

  /** Returns whether a bucket contains no files. */
  public boolean isEmptyBucket(String path) throws TileDBError {
    return Calls.get(ctx, () -> files(path).isEmptyBucket(path), false);
  }

  /** Calls {@link #isEmptyBucket(String)} with a URI. */
  public boolean isEmtpyBucket(URI uri) throws TileDBError {
    return isEmptyBucket(uri.toString());
  }

  /** Removes all files of a bucket, and returns the path. */
  public String emptyBucket(String path) throws TileDBError {
    Calls.run(ctx, () -> files(path).emptyBucket(path));
    return path;
  }

  /** Calls {@link #emptyBucket(String)} with a URI, and returns it. */
  public URI emptyBucket(URI uri) throws TileDBError {
    emptyBucket(uri.toString());
    return uri;
  }

  /** Returns whether a path is a file. */
  public boolean isFile(String path) throws TileDBError {
    return Calls.get(ctx, () -> files(path).isFile(path), false);
  }

  /** Calls {@link #isFile(String)} with a URI. */
  public boolean isFile(URI uri) throws TileDBError {
    return isFile(uri.toString());
  }

  /** Returns whether a path is a folder. */
  public boolean isDirectory(String path) throws TileDBError {
    return Calls.get(ctx, () -> files(path).isDirectory(path), false);
  }

  /** Calls {@link #isDirectory(String)} with a URI. */
  public boolean isDirectory(URI uri) throws TileDBError {
    return isDirectory(uri.toString());
  }

  /**
   * Creates a folder and the folders above it, unless they exist, and returns the path. Has no
   * effect in object stores, whose folders exist while they contain files.
   */
  public String createDirectory(String path) throws TileDBError {
    Calls.run(ctx, () -> files(path).createDirectory(path));
    return path;
  }

  /** Calls {@link #createDirectory(String)} with a URI, and returns it. */
  public URI createDirectory(URI uri) throws TileDBError {
    createDirectory(uri.toString());
    return uri;
  }

  /** Creates an empty file, unless it exists, and returns the path. */
  public String createFile(String path) throws TileDBError {
    Calls.run(ctx, () -> files(path).createFile(path));
    return path;
  }

  /** Calls {@link #createFile(String)} with a URI, and returns it. */
  public URI createFile(URI uri) throws TileDBError {
    createFile(uri.toString());
    return uri;
  }

  /** Removes a folder with its content, and returns the path. */
  public String removeDirectory(String path) throws TileDBError {
    Calls.run(ctx, () -> files(path).removeDirectory(path));
    return path;
  }

  /** Calls {@link #removeDirectory(String)} with a URI, and returns it. */
  public URI removeDirectory(URI uri) throws TileDBError {
    removeDirectory(uri.toString());
    return uri;
  }

  /** Removes a file, and returns the path. Fails if the file does not exist. */
  public String removeFile(String path) throws TileDBError {
    Calls.run(ctx, () -> files(path).removeFile(path));
    return path;
  }

  /** Calls {@link #removeFile(String)} with a URI, and returns it. */
  public URI removeFile(URI uri) throws TileDBError {
    removeFile(uri.toString());
    return uri;
  }

  /**
   * Returns the size of a file in bytes; 0 if it is unknown and the handler of failures ignores it.
   */
  public long fileSize(String path) throws TileDBError {
    return Calls.get(ctx, () -> files(path).fileSize(path), 0L);
  }

  /** Calls {@link #fileSize(String)} with a URI. */
  public long fileSize(URI uri) throws TileDBError {
    return fileSize(uri.toString());
  }

  /**
   * Moves a folder within a store, and returns the new path. Object stores copy the files and then
   * remove the originals.
   */
  public String moveDirectory(String source, String dest) throws TileDBError {
    Calls.run(ctx, () -> files(source).moveDirectory(source, sameStore(source, dest)));
    return dest;
  }

  /** Calls {@link #moveDirectory(String, String)} with URIs, and returns the new one. */
  public URI moveDirectory(URI source, URI dest) throws TileDBError {
    moveDirectory(source.toString(), dest.toString());
    return dest;
  }

  /** Moves a file within a store, replaces a file with the new name, and returns the new path. */
  public String moveFile(String source, String dest) throws TileDBError {
    Calls.run(ctx, () -> files(source).moveFile(source, sameStore(source, dest)));
    return dest;
  }

  /** Calls {@link #moveFile(String, String)} with URIs, and returns the new one. */
  public URI moveFile(URI source, URI dest) throws TileDBError {
    moveFile(source.toString(), dest.toString());
    return dest;
  }

  private static String sameStore(String source, String dest) throws TileDBError {
    if (!Location.of(source).scheme().equals(Location.of(dest).scheme())) {
      throw new TileDBError(
          "cannot move '%s' to '%s': these are different stores; copy and remove the source"
              .formatted(source, dest));
    }
    return dest;
  }

  /** Returns the content of a file, which must have less than 2 GiB. */
  public byte[] readAllBytes(String path) throws TileDBError {
    return Calls.get(
        ctx,
        () -> {
          try (InputStream in = files(path).read(path)) {
            return in.readAllBytes();
          }
        },
        new byte[0]);
  }

  /** Calls {@link #readAllBytes(String)} with a URI. */
  public byte[] readAllBytes(URI path) throws TileDBError {
    return readAllBytes(path.toString());
  }

  /**
   * Writes a file, and returns the path.
   *
   * @param mode one of {@link VFSMode#TILEDB_VFS_WRITE} (the default) and {@link
   *     VFSMode#TILEDB_VFS_APPEND}
   * @throws TileDBError if the mode is another one, or if the file cannot be written
   */
  public String write(String path, byte[] bytes, VFSMode... mode) throws TileDBError {
    VFSMode first = mode.length == 0 ? VFSMode.TILEDB_VFS_WRITE : mode[0];
    if (first == VFSMode.TILEDB_VFS_READ) {
      throw new TileDBError("cannot write in the mode TILEDB_VFS_READ");
    }
    Calls.run(
        ctx,
        () -> {
          try (OutputStream out = files(path).write(path, first == VFSMode.TILEDB_VFS_APPEND)) {
            out.write(bytes);
          }
        });
    return path;
  }

  /** Calls {@link #write(String, byte[], VFSMode...)} with a URI, and returns it. */
  public URI write(URI uri, byte[] bytes, VFSMode... mode) throws TileDBError {
    write(uri.toString(), bytes, mode);
    return uri;
  }

  /** Opens a file for reading. */
  InputStream read(String path) throws IOException, TileDBError {
    return files(path).read(path);
  }

  /** Opens a file for writing, and replaces its content. */
  OutputStream write(String path) throws IOException, TileDBError {
    return files(path).write(path, false);
  }

  /** Releases the stores. Repeated calls have no effect. */
  @Override
  public void close() {
    if (stores != ctx) {
      stores.close();
    }
  }
}
