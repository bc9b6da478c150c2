package io.azulejo.error;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if stored bytes violate the format, or do not match their checksum or a seal. The
 * exception names the file, the structure, the field and the offset as far as they are known. Code
 * that knows the file or the enclosing structure adds them with {@link #at} and {@link #within}.
 */
public final class CorruptDataException extends AzulejoException {
  private static final long serialVersionUID = 1L;

  private final String structure;
  private final @Nullable String field;
  private final long offset;
  private final String reason;

  private CorruptDataException(
      @Nullable String location,
      String structure,
      @Nullable String field,
      long offset,
      String reason,
      @Nullable Throwable cause) {
    super(describe(location, structure, field, offset, reason), location, cause);
    this.structure = structure;
    this.field = field;
    this.offset = offset;
    this.reason = reason;
  }

  /**
   * Returns an exception about a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param field the corrupt field; null if the whole structure is corrupt
   * @param offset the offset of the field in bytes, relative to the start of the structure's
   *     unfiltered bytes or of the file; negative if unknown
   * @param reason the expected and the actual value, as text
   */
  public static CorruptDataException of(
      String structure, @Nullable String field, long offset, String reason) {
    return new CorruptDataException(null, structure, field, offset, reason, null);
  }

  /**
   * Returns an exception about a structure, with a cause. See {@link #of(String, String, long,
   * String)} for the other parameters.
   *
   * @param cause the cause; null if there is none
   */
  public static CorruptDataException of(
      String structure,
      @Nullable String field,
      long offset,
      String reason,
      @Nullable Throwable cause) {
    return new CorruptDataException(null, structure, field, offset, reason, cause);
  }

  /**
   * Returns a copy of this exception that names a file. If this exception already has a location,
   * it is returned unchanged.
   *
   * @param location a local path or a URI
   */
  public CorruptDataException at(String location) {
    if (location().isPresent()) {
      return this;
    }
    CorruptDataException located =
        new CorruptDataException(location, structure, field, offset, reason, getCause());
    located.setStackTrace(getStackTrace());
    return located;
  }

  /**
   * Returns a copy of this exception that refers to the enclosing structure. {@code outerField} is
   * put in front of the field's path, and {@code innerStart} is added to the offset.
   *
   * @param outerStructure the name of the enclosing structure
   * @param outerField the field of the enclosing structure; null to keep the path unchanged
   * @param innerStart the offset of the inner structure in the enclosing one, in bytes
   */
  public CorruptDataException within(
      String outerStructure, @Nullable String outerField, long innerStart) {
    String path =
        field == null ? outerField : outerField == null ? field : outerField + "." + field;
    CorruptDataException outer =
        new CorruptDataException(
            location().orElse(null),
            outerStructure,
            path,
            offset < 0 ? innerStart : innerStart + offset,
            reason,
            getCause());
    outer.setStackTrace(getStackTrace());
    return outer;
  }

  /** Returns the name of the corrupt structure. */
  public String structure() {
    return structure;
  }

  /** Returns the path of the corrupt field within the structure; empty if unknown. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /**
   * Returns the offset of the field in bytes, relative to the start of the structure's unfiltered
   * bytes or of the file. Empty if unknown.
   */
  public OptionalLong offset() {
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** Returns the expected and the actual value, as text. */
  public String reason() {
    return reason;
  }

  private static String describe(
      @Nullable String location,
      String structure,
      @Nullable String field,
      long offset,
      String reason) {
    StringBuilder text = new StringBuilder("corrupt ").append(structure);
    if (field != null) {
      text.append(", field ").append(field);
    }
    if (offset >= 0) {
      text.append(", offset ").append(offset);
    }
    if (location != null) {
      text.append(", in ").append(location);
    }
    return text.append(": ").append(reason).toString();
  }
}
