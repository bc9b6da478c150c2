package io.azulejo.error;

import org.jspecify.annotations.Nullable;

/**
 * Stored bytes are of a format version or a kind that this engine does not know; or the format
 * version that is to be written cannot store something.
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

  /** An error without a location. */
  public UnsupportedFormatException(String message) {
    this(message, null, null, -1, message);
  }

  /** An error at a location (a local path or a URI), which the message names. */
  public UnsupportedFormatException(String message, @Nullable String location) {
    this(message, location, null, -1, message);
  }

  /**
   * What is not supported of a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param offset where it is, in bytes from the start of the structure or of the file; negative
   *     when unknown
   * @param reason what was found and what is supported
   */
  public static UnsupportedFormatException of(String structure, long offset, String reason) {
    return new UnsupportedFormatException(
        describe(null, structure, offset, reason), null, structure, offset, reason);
  }

  /**
   * The same error, now with its file (a local path or a URI); unchanged when it already has one.
   */
  public UnsupportedFormatException at(String location) {
    return location().isPresent() ? this : copy(location, offset);
  }

  /**
   * The same error seen from what holds the structure.
   *
   * @param innerStart where the structure begins, in bytes
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
