package io.azulejo.error;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Stored bytes contradict the format, their checksum or a seal. Names the file, the structure, the
 * field and the offset as far as they are known. {@link #at} adds the file, {@link #within} the
 * outer structure, where these are known to the caller only.
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
   * A contradiction in a structure.
   *
   * @param structure the structure's name, such as {@code "array schema"}
   * @param field the field within it, or null when it is the structure as a whole
   * @param offset where the field begins, in bytes from the start of the structure's unfiltered
   *     bytes or of the file; negative when unknown
   * @param reason what was expected and what was found
   */
  public static CorruptDataException of(
      String structure, @Nullable String field, long offset, String reason) {
    return new CorruptDataException(null, structure, field, offset, reason, null);
  }

  /** As {@link #of(String, String, long, String)}, with the exception that led to it. */
  public static CorruptDataException of(
      String structure,
      @Nullable String field,
      long offset,
      String reason,
      @Nullable Throwable cause) {
    return new CorruptDataException(null, structure, field, offset, reason, cause);
  }

  /**
   * The same contradiction, now with its file (a local path or a URI); unchanged when it already
   * has one.
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
   * The same contradiction seen from the structure that holds this one: the field's path is
   * extended in front, and the offset moved by where the inner structure begins.
   *
   * @param outerField what the path is extended by; null where it stays as it is
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

  /** The structure that the bytes were read as. */
  public String structure() {
    return structure;
  }

  /** The field within the structure, where one is to blame. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** Where the field begins, in bytes, where that is known. */
  public OptionalLong offset() {
    return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
  }

  /** What was expected and what was found. */
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
