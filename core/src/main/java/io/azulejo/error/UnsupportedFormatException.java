package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if stored bytes have a format version or kind that this engine does not support, or if the
 * format version to be written cannot represent a value.
 */
public final class UnsupportedFormatException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String structure;
  private final long offset;
  private final String reason;

  private UnsupportedFormatException(
      String message,
      @Nullable String location,
      @Nullable String structure,
      long offset,
      String reason) {
    super(message, location, null);
    this.structure = structure;
    this.offset = offset;
    this.reason = reason;
  }

  /** Creates an exception without a location. */
  public UnsupportedFormatException(String message) {
    this(message, null, null, -1, message);
  }

  /**
   * Creates an exception with a location (a local path or a URI). The message must name the
   * location, too.
   */
  public UnsupportedFormatException(String message, @Nullable String location) {
    this(message, location, null, -1, message);
  }

  /**
   * Returns an exception about a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param offset the offset in bytes, relative to the start of the structure or of the file;
   *     negative if unknown
   * @param reason what was found and what is supported, as text
   */
  public static UnsupportedFormatException of(String structure, long offset, String reason) {
    return new UnsupportedFormatException(
        describe(null, structure, offset, reason), null, structure, offset, reason);
  }

  /**
   * Returns a copy of this exception that names a file. If this exception already has a location,
   * it is returned unchanged.
   *
   * @param location a local path or a URI
   */
  public UnsupportedFormatException at(String location) {
    return location().isPresent() ? this : copy(location, offset);
  }

  /**
   * Returns a copy of this exception with its offset relative to the enclosing structure or file.
   * If the offset is unknown, this exception is returned unchanged.
   *
   * @param innerStart the offset of the structure in the enclosing one, in bytes
   */
  public UnsupportedFormatException within(long innerStart) {
    return offset < 0 ? this : copy(location().orElse(null), innerStart + offset);
  }

  private UnsupportedFormatException copy(@Nullable String location, long place) {
    UnsupportedFormatException copy =
        new UnsupportedFormatException(
            describe(location, structure, place, reason), location, structure, place, reason);
    copy.setStackTrace(getStackTrace());
    return copy;
  }

  private static String describe(
      @Nullable String location, @Nullable String structure, long offset, String reason) {
    StringBuilder text = new StringBuilder(structure == null ? "" : structure);
    if (offset >= 0) {
      text.append(text.isEmpty() ? "" : ", ").append("offset ").append(offset);
    }
    if (location != null) {
      text.append(text.isEmpty() ? "" : ", ").append("in ").append(location);
    }
    return text.append(text.isEmpty() ? "" : ": ").append(reason).toString();
  }
}
