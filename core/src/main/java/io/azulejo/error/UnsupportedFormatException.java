package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if stored bytes have a format version or a kind that this engine does not know, or if the
 * format version to write cannot store something.
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

  /** Creates an error without a location. */
  public UnsupportedFormatException(String message) {
    this(message, null, null, -1, message);
  }

  /** Creates an error at a location (a local path or a URI), which the message names. */
  public UnsupportedFormatException(String message, @Nullable String location) {
    this(message, location, null, -1, message);
  }

  /**
   * Returns an error about a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param offset the offset in bytes from the start of the structure or of the file; negative if
   *     unknown
   * @param reason what was found and what is supported
   */
  public static UnsupportedFormatException of(String structure, long offset, String reason) {
    return new UnsupportedFormatException(
        describe(null, structure, offset, reason), null, structure, offset, reason);
  }

  /**
   * Returns the same error with its file (a local path or a URI), or this error if it has a file
   * already.
   */
  public UnsupportedFormatException at(String location) {
    return location().isPresent() ? this : copy(location, offset);
  }

  /**
   * Returns the same error with its offset in the enclosing structure or file.
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
