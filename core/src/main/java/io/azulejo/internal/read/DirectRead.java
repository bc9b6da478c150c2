package io.azulejo.internal.read;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.read.dense.FieldTarget;
import io.azulejo.internal.read.tile.CellTarget;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Checks reads of a dense array into arrays of the caller. */
final class DirectRead {
  private DirectRead() {}

  /**
   * Returns the request with a layout that gives each cell a fixed position in the result.
   *
   * @throws InvalidRequestException if the array is sparse, the layout is global order, or the
   *     request has a limit or selects cells other than GRID
   */
  static ReadRequest request(ArraySchema schema, ReadRequest request) {
    if (!schema.isDense()) {
      throw new InvalidRequestException(
          "a sparse array has no shape; read its cells in batches with read");
    }
    Layout layout = request.layout().orElse(Layout.ROW_MAJOR);
    if (layout == Layout.GLOBAL_ORDER) {
      throw new InvalidRequestException(
          "cells in global order have no shape; request row-major or column-major order");
    }
    boolean rows = request.cells().filter(cells -> cells != ReadRequest.Cells.GRID).isPresent();
    if (rows || request.limit() != Long.MAX_VALUE) {
      throw new InvalidRequestException(
          "a result with a shape holds all cells of the ranges; omit the limit, and cells"
              + " other than GRID");
    }
    return request.layout(layout == Layout.UNORDERED ? Layout.ROW_MAJOR : layout);
  }

  /**
   * Checks the caller's arrays and returns a target for each field.
   *
   * @param given the caller's arrays, one per field
   * @param cells the number of cells in the result
   * @throws InvalidRequestException if an array is too small or does not fit the type of its field,
   *     or if a field has cells of variable size
   */
  static List<FieldTarget> targets(List<OutputField> fields, List<ReadTarget> given, long cells) {
    List<FieldTarget> targets = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      targets.add(target(fields.get(i), given.get(i), cells));
    }
    return targets;
  }

  private static FieldTarget target(OutputField field, ReadTarget given, long cells) {
    String name = field.name();
    if (field.isVar()) {
      throw new InvalidRequestException(
          "\"%s\" has cells of variable size; read it in batches with read".formatted(name));
    }
    Object values = given.values();
    boolean bytes = values instanceof byte[] || values instanceof ByteBuffer;
    if (!bytes && !values.getClass().getSimpleName().equals(CellTarget.arrayType(field.type()))) {
      throw new InvalidRequestException(
          ("\"%s\" has type %s; read it into a %s, or its bytes into a byte[] or a"
                  + " ByteBuffer, not into a %s")
              .formatted(
                  name,
                  field.type(),
                  CellTarget.arrayType(field.type()),
                  values.getClass().getSimpleName()));
    }
    long needed = cells * (bytes ? field.cellSize() : field.cellValNum());
    if (given.length() < needed) {
      throw new InvalidRequestException(
          "\"%s\": %d cells need %d elements, but the target has %d"
              .formatted(name, cells, needed, given.length()));
    }
    byte[] validity = given.validity().orElse(null);
    if (field.nullable() != (validity != null)) {
      throw new InvalidRequestException(
          field.nullable()
              ? "\"%s\" is nullable; add an array for its validity with withValidity"
                  .formatted(name)
              : "\"%s\" is not nullable; omit the array for its validity".formatted(name));
    }
    if (validity != null && validity.length < cells) {
      throw new InvalidRequestException(
          "\"%s\": %d cells, but the array for their validity has %d elements"
              .formatted(name, cells, validity.length));
    }
    return new FieldTarget(CellTarget.of(values, field.cellSize()), validity);
  }
}
