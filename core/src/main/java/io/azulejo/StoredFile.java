package io.azulejo;

import java.net.URLConnection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The name, MIME type and size of a file that is stored as an array. Immutable. */
public final class StoredFile {
  private final String name;
  private final String mimeType;
  private final long size;

  private StoredFile(String name, String mimeType, long size) {
    this.name = Objects.requireNonNull(name, "name");
    this.mimeType = Objects.requireNonNull(mimeType, "mimeType");
    this.size = size;
  }

  /**
   * Creates a description of a file.
   *
   * @param name the file name, with its extension
   * @param mimeType the MIME type, such as {@code image/png}
   * @param size the size in bytes
   */
  public static StoredFile of(String name, String mimeType, long size) {
    return new StoredFile(name, mimeType, size);
  }

  /**
   * Creates a description of a file whose MIME type is derived from the extension of its name. If
   * the extension is unknown, the type is {@code application/octet-stream}.
   *
   * @param name the file name, with its extension
   * @param size the size in bytes
   */
  public static StoredFile of(String name, long size) {
    String type = URLConnection.guessContentTypeFromName(name);
    return of(name, type == null ? "application/octet-stream" : type, size);
  }

  /** Returns the file name, with its extension. */
  public String name() {
    return name;
  }

  /** Returns the MIME type, such as {@code image/png}. */
  public String mimeType() {
    return mimeType;
  }

  /** Returns the size in bytes. */
  public long size() {
    return size;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StoredFile that
        && name.equals(that.name)
        && mimeType.equals(that.mimeType)
        && size == that.size;
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, mimeType, size);
  }

  /** Returns the description as text, such as {@code photo.png, image/png, 4096 bytes}. */
  @Override
  public String toString() {
    return "%s, %s, %d bytes".formatted(name, mimeType, size);
  }
}
