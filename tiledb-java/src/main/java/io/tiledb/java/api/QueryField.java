package io.tiledb.java.api;

import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import java.util.Optional;

/**
 * A field that a query can read or write.
 *
 * @param valuesPerCell the number of values per cell; {@link Attribute#VAR} for variable size
 */
record QueryField(String name, Datatype type, int valuesPerCell, boolean nullable) {
  /** Returns the field of a schema with a name. */
  static Optional<QueryField> find(ArraySchema schema, String name) {
    Optional<Dimension> dimension = schema.dimension(name);
    if (dimension.isPresent()) {
      return dimension.map(QueryField::of);
    }
    Optional<Attribute> attribute = schema.attribute(name);
    if (attribute.isPresent()) {
      return attribute.map(QueryField::of);
    }
    for (DimensionLabel label : schema.labels()) {
      if (label.name().equals(name)) {
        return Optional.of(of(label));
      }
    }
    return name.equals(ReadRequest.TIMESTAMPS)
        ? Optional.of(new QueryField(name, Datatype.TILEDB_UINT64, 1, false))
        : Optional.empty();
  }

  static QueryField of(Dimension dimension) {
    return new QueryField(
        dimension.name(), Datatype.ofEngine(dimension.type()), dimension.cellValNum(), false);
  }

  static QueryField of(Attribute attribute) {
    return new QueryField(
        attribute.name(),
        Datatype.ofEngine(attribute.type()),
        attribute.cellValNum(),
        attribute.nullable());
  }

  static QueryField of(DimensionLabel label) {
    return new QueryField(label.name(), Datatype.ofEngine(label.type()), label.cellValNum(), false);
  }

  /** Returns whether cells have variable size. */
  boolean isVar() {
    return valuesPerCell == Attribute.VAR;
  }

  /** Returns the size of a value in bytes. */
  int valueSize() {
    return type.toEngine().size();
  }

  /** Returns the size of a cell in bytes; of a value if cells have variable size. */
  long cellSize() {
    return isVar() ? valueSize() : (long) valuesPerCell * valueSize();
  }
}
