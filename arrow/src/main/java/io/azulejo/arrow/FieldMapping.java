package io.azulejo.arrow;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column paired with its Arrow field.
 *
 * @param column the column, with the type system of arrays
 * @param field the Arrow field
 * @param restored whether the field metadata determined the column type; if not, the Arrow type did
 * @param values the mapping of the dictionary's values; null if the field does not have a
 *     dictionary
 */
record FieldMapping(
    ArrowColumn column, ArrowField field, boolean restored, @Nullable FieldMapping values) {
  private static final String VAR = "var";

  /**
   * Maps a column to an Arrow field, with metadata that restores the column type.
   *
   * @param asStored whether to write datetimes and times as integers and wide text as binary
   * @param dictionary the ID of the dictionary, if the column has an enumeration
   */
  static FieldMapping toArrow(ArrowColumn column, boolean asStored, long dictionary) {
    Map<String, String> metadata = new LinkedHashMap<>(column.metadata());
    metadata.put(SchemaMetadata.TYPE, column.type().name());
    metadata.put(SchemaMetadata.VALUES, text(column.cellValNum()));
    metadata.put(SchemaMetadata.NULLABLE, Boolean.toString(column.nullable()));
    Optional<Enumeration> enumeration = column.enumeration();
    if (enumeration.isPresent()) {
      Enumeration list = enumeration.get();
      metadata.put(SchemaMetadata.ENUMERATION, list.name());
      metadata.put(SchemaMetadata.ENUMERATION_TYPE, list.type().name());
      metadata.put(SchemaMetadata.ENUMERATION_VALUES, text(list.cellValNum()));
      FieldMapping values =
          toArrow(
              new ArrowColumn(
                  column.name(), list.type(), list.cellValNum(), false, Optional.empty(), Map.of()),
              true,
              0);
      ArrowField.DictionaryUse use =
          new ArrowField.DictionaryUse(
              dictionary, LeafForm.arrow(column.type(), false), list.ordered());
      return new FieldMapping(
          column,
          new ArrowField(
              column.name(), true, values.field.type(), values.field.children(), use, metadata),
          true,
          values);
    }
    if (column.isVar() && column.type() == Datatype.GEOM_WKB) {
      metadata.put(SchemaMetadata.EXTENSION, "geoarrow.wkb");
    } else if (column.isVar() && column.type() == Datatype.GEOM_WKT) {
      metadata.put(SchemaMetadata.EXTENSION, "geoarrow.wkt");
    }
    ArrowType type = type(column, asStored);
    List<ArrowField> children = List.of();
    boolean nullable = column.nullable();
    if (type.isList() || type.kind() == ArrowType.Kind.FIXED_LIST) {
      ArrowType item = LeafForm.arrow(column.type(), asStored);
      children = List.of(ArrowField.of("item", natIsNull(column.type(), item), item));
    } else {
      nullable |= natIsNull(column.type(), type) && !SchemaMetadata.isDimension(column);
    }
    return new FieldMapping(
        column,
        new ArrowField(column.name(), nullable, type, children, null, metadata),
        true,
        null);
  }

  private static boolean natIsNull(Datatype type, ArrowType arrow) {
    LeafForm form = arrow.isLeaf() ? LeafForm.of(type, arrow) : null;
    return form != null && form.natIsNull();
  }

  private static String text(int cellValNum) {
    return cellValNum == Attribute.VAR ? VAR : Integer.toUnsignedString(cellValNum);
  }

  private static boolean isText(Datatype type) {
    return type.isString() || type == Datatype.CHAR || type.isBytes();
  }

  private static boolean isWide(Datatype type) {
    return type.isString() && type.size() > 1;
  }

  private static ArrowType type(ArrowColumn column, boolean asStored) {
    Datatype type = column.type();
    if (isText(type)) {
      if (!column.isVar()) {
        int size = Math.multiplyExact(column.cellValNum(), type.size());
        return ArrowType.sized(ArrowType.Kind.FIXED_BINARY, size);
      }
      boolean text = type.isString() ? !isWide(type) || !asStored : type == Datatype.GEOM_WKT;
      return ArrowType.of(text ? ArrowType.Kind.UTF8 : ArrowType.Kind.BINARY);
    }
    if (column.isVar()) {
      return ArrowType.of(ArrowType.Kind.LIST);
    }
    return column.cellValNum() == 1
        ? LeafForm.arrow(type, asStored)
        : ArrowType.sized(ArrowType.Kind.FIXED_LIST, column.cellValNum());
  }

  /**
   * Maps an Arrow field from any writer to a column. Field metadata determines the column type if
   * it fits the Arrow type.
   */
  static FieldMapping fromArrow(ArrowField field) {
    Map<String, String> metadata = field.metadata();
    ArrowField.DictionaryUse use = field.dictionary();
    if (use != null) {
      FieldMapping values = values(field);
      Datatype type = LeafForm.integer(use.index());
      boolean restored = type.name().equals(metadata.get(SchemaMetadata.TYPE));
      return new FieldMapping(
          new ArrowColumn(
              field.name(), type, 1, nullable(field, restored), Optional.empty(), metadata),
          field,
          restored,
          values);
    }
    return plain(field, SchemaMetadata.TYPE, SchemaMetadata.VALUES);
  }

  /** Returns the mapping for the values of a field's dictionary. */
  private static FieldMapping values(ArrowField field) {
    Map<String, String> metadata = new LinkedHashMap<>(field.metadata());
    metadata.remove(SchemaMetadata.NULLABLE); // describes the indexes
    ArrowField values =
        new ArrowField(field.name(), true, field.type(), field.children(), null, metadata);
    return plain(values, SchemaMetadata.ENUMERATION_TYPE, SchemaMetadata.ENUMERATION_VALUES);
  }

  private static FieldMapping plain(ArrowField field, String typeKey, String valuesKey) {
    Optional<Datatype> type = datatype(field.metadata().get(typeKey));
    int cellValNum = number(field.metadata().get(valuesKey));
    boolean restored = type.isPresent() && fits(field, type.get(), cellValNum);
    Datatype chosen = restored ? type.orElseThrow() : natural(field);
    int number = restored ? cellValNum : naturalNumber(field.type());
    ArrowColumn column =
        new ArrowColumn(
            field.name(),
            chosen,
            number,
            nullable(field, restored),
            Optional.empty(),
            field.metadata());
    return new FieldMapping(column, field, restored, null);
  }

  private static boolean nullable(ArrowField field, boolean restored) {
    String said = restored ? field.metadata().get(SchemaMetadata.NULLABLE) : null;
    return said == null ? field.nullable() : Boolean.parseBoolean(said);
  }

  private static Optional<Datatype> datatype(@Nullable String name) {
    for (Datatype type : Datatype.values()) {
      if (type.name().equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Parses the number of values per cell. Returns 1 if it is missing, and 0 if it is invalid. */
  private static int number(@Nullable String text) {
    if (text == null || text.equals(VAR)) {
      return text == null ? 1 : Attribute.VAR;
    }
    return text.matches("[1-9]\\d{0,8}") ? Integer.parseInt(text) : 0;
  }

  private static boolean fits(ArrowField field, Datatype type, int cellValNum) {
    ArrowType arrow = field.type();
    if (cellValNum == 0) {
      return false;
    }
    if (isText(type)) {
      return cellValNum == Attribute.VAR
          ? arrow.isText()
          : arrow.kind() == ArrowType.Kind.FIXED_BINARY
              && arrow.size() == (long) cellValNum * type.size();
    }
    if (cellValNum == Attribute.VAR) {
      return arrow.isList() && LeafForm.of(type, field.child().type()) != null;
    }
    if (arrow.kind() == ArrowType.Kind.FIXED_LIST) {
      return arrow.size() == cellValNum && LeafForm.of(type, field.child().type()) != null;
    }
    return cellValNum == 1 && arrow.isLeaf() && LeafForm.of(type, arrow) != null;
  }

  private static Datatype natural(ArrowField field) {
    return switch (field.type().kind()) {
      case UTF8, LARGE_UTF8, UTF8_VIEW -> Datatype.STRING_UTF8;
      case BINARY, LARGE_BINARY, BINARY_VIEW, FIXED_BINARY -> Datatype.BLOB;
      case LIST, LARGE_LIST, FIXED_LIST -> LeafForm.natural(field.child().type());
      default -> LeafForm.natural(field.type());
    };
  }

  private static int naturalNumber(ArrowType type) {
    if (type.isText() || type.isList()) {
      return Attribute.VAR;
    }
    return type.isLeaf() ? 1 : type.size();
  }

  /** Returns whether cells are wide text in the array and UTF-8 in Arrow. */
  boolean isTranscoded() {
    return isWide(column.type())
        && (field.type().kind() == ArrowType.Kind.UTF8
            || field.type().kind() == ArrowType.Kind.LARGE_UTF8
            || field.type().kind() == ArrowType.Kind.UTF8_VIEW);
  }

  /** Returns the conversion of a cell's value or, for lists, of each value. */
  LeafForm form() {
    ArrowType leaf = field.type().isLeaf() ? field.type() : field.child().type();
    LeafForm form = LeafForm.of(column.type(), leaf);
    if (form == null) {
      throw new IllegalStateException(column.type() + " cannot be converted to " + leaf);
    }
    return SchemaMetadata.isDimension(column) && form.kind() == LeafForm.Kind.SAME
        ? new LeafForm(form.kind(), 1, false)
        : form;
  }

  FieldMapping withEnumeration(Enumeration enumeration) {
    return new FieldMapping(column.withEnumeration(enumeration), field, restored, values);
  }

  /** Returns the name of the enumeration for the field's dictionary (default: the field name). */
  String enumerationName() {
    return field.metadata().getOrDefault(SchemaMetadata.ENUMERATION, field.name());
  }
}
