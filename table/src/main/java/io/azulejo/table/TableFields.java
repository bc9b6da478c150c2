package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.TableColumn.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Derives the columns of a table from the fields of an array, according to the table options. */
final class TableFields {
  private final Array array;
  private final ArraySchema schema;
  private final TableOptions options;
  private final Dialect dialect;

  TableFields(Array array, TableOptions options) {
    this.array = array;
    this.schema = array.schema();
    this.options = options;
    this.dialect = options.dialect();
  }

  /**
   * Returns the columns: the dimensions, the attributes, and the labels if requested, each in
   * schema order.
   */
  List<BoundField<?>> fields() {
    List<BoundField<?>> fields = new ArrayList<>();
    for (Dimension dimension : schema.dimensions()) {
      fields.add(dimension(dimension, fields.size()));
    }
    List<String> incomplete = array.attributesMissingInFragments();
    int index = 0;
    for (Attribute attribute : schema.attributes()) {
      fields.add(attribute(attribute, index++, incomplete.contains(attribute.name())));
    }
    if (options.labels()) {
      schema.labels().forEach(label -> fields.add(label(label)));
    }
    return List.copyOf(fields);
  }

  private Optional<ColumnHint> hint(String column) {
    return Optional.ofNullable(options.hints().get(column));
  }

  /** Returns {@code other} for a field without a name. */
  private static String named(String name, String other) {
    return name.isEmpty() ? other : name;
  }

  private BoundField<?> dimension(Dimension dimension, int index) {
    int values = dimension.isVar() ? Attribute.VAR : 1;
    String name = named(dimension.name(), "_dim" + index);
    TableColumn column =
        new TableColumn(
            name,
            dimension.name(),
            Role.DIMENSION,
            type(dimension.type(), values, hint(name)),
            hasUndefined(dimension.type(), values) && reachesUndefined(dimension),
            dimension.type(),
            values,
            Optional.empty(),
            isLossless(dimension.type(), values));
    return bound(column, domain(column, dimension.type(), values, false), false, new byte[0]);
  }

  private BoundField<?> attribute(Attribute attribute, int index, boolean missingInSomeCells) {
    Datatype type = attribute.type();
    int values = attribute.cellValNum();
    Optional<Enumeration> enumeration =
        attribute
            .enumeration()
            .filter(name -> !options.codes() && type.isInteger() && values == 1)
            .map(array::enumeration);
    Datatype seen = enumeration.map(Enumeration::type).orElse(type);
    int seenValues = enumeration.map(Enumeration::cellValNum).orElse(values);
    String name = named(attribute.name(), "_attr" + index);
    Optional<ColumnHint> hint = attribute.enumeration().isPresent() ? Optional.empty() : hint(name);
    TableColumn column =
        new TableColumn(
            name,
            attribute.name(),
            Role.ATTRIBUTE,
            type(seen, seenValues, hint),
            attribute.nullable() || enumeration.isPresent() || hasUndefined(seen, seenValues),
            type,
            values,
            enumeration,
            isLossless(seen, seenValues));
    byte[] fill = attribute.nullable() && !attribute.fillValid() ? null : attribute.fill();
    CellDomain<?> domain =
        enumeration.isPresent()
            ? CodeDomain.of(
                type,
                attribute.nullable(),
                enumeration.get(),
                domain(column, seen, seenValues, false),
                dialect)
            : domain(column, type, values, attribute.nullable());
    return new BoundField<>(
        column,
        domain,
        enumeration.isPresent() || options.codes() && attribute.enumeration().isPresent()
            ? Condition.field(attribute.name()).byIndex()
            : Condition.field(attribute.name()),
        missingInSomeCells,
        fill);
  }

  private BoundField<?> label(DimensionLabel label) {
    TableColumn column =
        new TableColumn(
            label.name(),
            label.name(),
            Role.LABEL,
            type(label.type(), label.cellValNum(), hint(label.name())),
            hasUndefined(label.type(), label.cellValNum()),
            label.type(),
            label.cellValNum(),
            Optional.empty(),
            isLossless(label.type(), label.cellValNum()));
    return bound(column, new OpaqueDomain(false), false, new byte[0]);
  }

  private static <T> BoundField<T> bound(
      TableColumn column, CellDomain<T> domain, boolean missingInSomeCells, byte[] fill) {
    return new BoundField<>(
        column, domain, Condition.field(column.field()), missingInSomeCells, fill);
  }

  /**
   * Returns whether some values of a type are null to the engine.
   *
   * @param values the number of values per cell
   */
  private boolean hasUndefined(Datatype type, int values) {
    return values == 1 && !NumberDomain.undefined(type, dialect).isEmpty();
  }

  /** Returns whether the domain of a dimension contains coordinates that are null to the engine. */
  private boolean reachesUndefined(Dimension dimension) {
    if (!(dimension.domain().orElse(null) instanceof Range.Longs range)) {
      return true;
    }
    Intervals<Long> coordinates =
        Intervals.between(Intervals.KEYS, range.low(), Intervals.KEYS.next(range.high()));
    return !NumberDomain.undefined(dimension.type(), dialect).and(coordinates).isEmpty();
  }

  /** Returns whether distinct stored values stay distinct in the engine. */
  private boolean isLossless(Datatype type, int values) {
    boolean rounded = values == 1 && dialect.isTime(type) && dialect.isFiner(type);
    boolean transcoded = type.isString() && type.size() > 1;
    return !rounded && !transcoded;
  }

  private CellDomain<?> domain(TableColumn column, Datatype type, int values, boolean nullable) {
    boolean plainText = type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8;
    if (plainText || type == Datatype.CHAR) {
      boolean single = type == Datatype.CHAR && values == 1;
      return new TextDomain(plainText, single, nullable, dialect);
    }
    boolean number = type.isIntegerValued() || type.isFloatingPoint();
    return number && values == 1
        ? new NumberDomain(type, column.type().digits(), nullable, dialect)
        : new OpaqueDomain(nullable);
  }

  private ColumnType type(Datatype type, int values, Optional<ColumnHint> hint) {
    Optional<Integer> length = values == Attribute.VAR ? Optional.empty() : Optional.of(values);
    if (type.isString() || type == Datatype.GEOM_WKT) {
      return ColumnType.of(Kind.TEXT);
    }
    if (type.isBytes() || type == Datatype.CHAR) {
      return ColumnType.binary(length);
    }
    ColumnType one = one(type, hint);
    return values == 1 ? one : ColumnType.list(one, length);
  }

  private ColumnType one(Datatype type, Optional<ColumnHint> hint) {
    if (type == Datatype.INT64 && hint.orElse(null) instanceof ColumnHint.Decimal digits) {
      return ColumnType.decimal(digits);
    }
    return switch (type) {
      case BOOL -> ColumnType.of(Kind.BOOLEAN);
      case INT8 -> ColumnType.of(Kind.INT8);
      case INT16 -> ColumnType.of(Kind.INT16);
      case INT32 -> ColumnType.of(Kind.INT32);
      case UINT8 -> ColumnType.of(Kind.UINT8);
      case UINT16 -> ColumnType.of(Kind.UINT16);
      case UINT32 -> ColumnType.of(Kind.UINT32);
      case UINT64 ->
          ColumnType.of(dialect.unsigned() == Dialect.Unsigned.EXACT ? Kind.UINT64 : Kind.INT64);
      case FLOAT32 -> ColumnType.of(Kind.FLOAT32);
      case FLOAT64 -> ColumnType.of(Kind.FLOAT64);
      default -> time(type, hint);
    };
  }

  private ColumnType time(Datatype type, Optional<ColumnHint> hint) {
    if (!dialect.isTime(type)) {
      return ColumnType.of(Kind.INT64);
    }
    boolean instant = hint.filter(ColumnHint.Instant.class::isInstance).isPresent();
    Kind kind = instant ? Kind.INSTANT : Kind.TIMESTAMP;
    return switch (type) {
      case DATETIME_DAY, DATETIME_MONTH, DATETIME_YEAR -> ColumnType.of(Kind.DATE);
      case DATETIME_WEEK, DATETIME_HR, DATETIME_MIN -> ColumnType.time(kind, Datatype.DATETIME_SEC);
      default -> ColumnType.time(kind, dialect.isFiner(type) ? dialect.finest() : type);
    };
  }
}
