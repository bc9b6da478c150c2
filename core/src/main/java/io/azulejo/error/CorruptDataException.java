package io.azulejo.error;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if stored bytes contradict the format, their checksum or a seal. Names the file, the
 * structure, the field and the offset if they are known. If only a caller knows the file or the
 * outer structure, it adds them with {@link #at} and {@link #within}.
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
   * Returns an error in a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param field the field of the structure; null for the structure as a whole
   * @param offset the offset of the field in bytes, from the start of the structure's unfiltered
   *     bytes or of the file; negative if unknown
   * @param reason the expected and the actual value
   */
  public static CorruptDataException of(
      String structure, @Nullable String field, long offset, String reason) {
    return new CorruptDataException(null, structure, field, offset, reason, null);
  }

  /** Returns an error as {@link #of(String, String, long, String)} does, with its cause. */
  public static CorruptDataException of(
      String structure,
      @Nullable String field,
      long offset,
      String reason,
      @Nullable Throwable cause) {
    return new CorruptDataException(null, structure, field, offset, reason, cause);
  }

  /**
   * Returns the same error with its file (a local path or a URI), or this error if it has a file
   * already.
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
   * Returns the same error for an enclosing structure. Puts {@code outerField} in front of the
   * field's path, and adds {@code innerStart} to the offset.
   *
   * @param outerField the field of the outer structure; null to keep the path unchanged
   * @param innerStart the offset of the inner structure in the outer one, in bytes
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

  /** Returns the corrupt field of the structure, if known. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** Returns the offset of the field in bytes, if known. */
  public OptionalLong offset() {
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** Returns the expected and the actual value. */
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
