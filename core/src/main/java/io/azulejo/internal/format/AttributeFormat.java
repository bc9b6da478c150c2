package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.FilterPipeline;
import java.util.HexFormat;

/**
 * Encodes and decodes an {@link Attribute}: name, type, number of values per cell, and filters.
 * Later versions add the fill value, validity, data order and enumeration.
 */
final class AttributeFormat {
  private static final int MAX_IMPLIED_FILL = 1 << 20;

  private AttributeFormat() {}

  static Attribute transfer(Wire wire, Attribute attribute) {
    FormatVersion version = wire.version();
    String name = wire.string32("name", attribute, Attribute::name);
    Datatype type = wire.code("type", Codes.DATATYPES, attribute, Attribute::type);
    int cellValNum = cellValNum(wire, type, attribute == null ? 0 : attribute.cellValNum());
    FilterPipeline filters =
        wire.struct("filters", FilterPipelineFormat::transfer, attribute, Attribute::filters);
    Attribute.Builder read = Attribute.builder(name, type).cellValNum(cellValNum).filters(filters);
    if (version.hasFillValues()) {
      Slice fill = wire.bytes64("fill_value", attribute, a -> Slice.of(a.fill()));
      checkFill(wire, type, cellValNum, fill);
      read.fill(fill.toBytes());
    } else if (attribute == null) {
      checkImpliedFill(wire, type, cellValNum);
    } else if (!attribute.hasDefaultFill()) {
      wire.absent(
          "fill_value",
          "the default of " + type,
          attribute,
          a -> HexFormat.of().formatHex(a.fill()));
    }
    if (version.hasValidity()) {
      read.nullable(wire.bool("nullable", attribute, Attribute::nullable));
      read.fillValid(wire.bool("fill_validity", attribute, Attribute::fillValid));
    } else {
      read.nullable(wire.absent("nullable", false, attribute, Attribute::nullable));
      read.fillValid(wire.absent("fill_validity", false, attribute, Attribute::fillValid));
    }
    read.order(
        version.hasDataOrder()
            ? wire.code("order", Codes.DATA_ORDERS, attribute, Attribute::order)
            : wire.absent("order", DataOrder.UNORDERED, attribute, Attribute::order));
    String enumeration =
        version.hasEnumerations()
            ? wire.string32("enumeration", attribute, a -> a.enumeration().orElse(""))
            : wire.absent("enumeration", "", attribute, a -> a.enumeration().orElse(""));
    read.enumeration(enumeration.isEmpty() ? null : enumeration);
    return read.build();
  }

  /**
   * Transfers the number of values per cell, and checks that a cell fits into a Java array.
   *
   * @param source the number to write; ignored when reading
   */
  static int cellValNum(Wire wire, Datatype type, int source) {
    int cellValNum = wire.i32("cell_val_num", source, n -> n);
    wire.check(cellValNum != 0, "cell_val_num", "a cell must hold at least one value");
    wire.check(
        cellValNum == Attribute.VAR
            || Integer.toUnsignedLong(cellValNum) * type.size() <= Integer.MAX_VALUE - 8,
        "cell_val_num",
        "a cell of %s values of %s exceeds 2^31 bytes",
        Integer.toUnsignedString(cellValNum),
        type);
    return cellValNum;
  }

  /**
   * Limits the size of an implied fill value. The file does not contain the value, so a damaged
   * number of values could otherwise cause an allocation of any size.
   */
  private static void checkImpliedFill(Wire wire, Datatype type, int cellValNum) {
    long size = (long) type.size() * cellValNum;
    if (size > MAX_IMPLIED_FILL) {
      throw wire.unsupported(
          "cells of %d bytes are not supported before version 6 (limit: %d)"
              .formatted(size, MAX_IMPLIED_FILL));
    }
  }

  private static void checkFill(Wire wire, Datatype type, int cellValNum, Slice fill) {
    if (cellValNum == Attribute.VAR) {
      wire.check(
          fill.length() > 0 && fill.length() % type.size() == 0,
          "fill_value",
          "%d bytes do not hold whole values of %s",
          fill.length(),
          type);
    } else {
      int cellSize = type.size() * cellValNum;
      wire.check(
          fill.length() == cellSize,
          "fill_value",
          "%d bytes, but a cell has %d bytes",
          fill.length(),
          cellSize);
    }
  }
}
