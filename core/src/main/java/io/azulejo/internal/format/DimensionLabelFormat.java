package io.azulejo.internal.format;

import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.DimensionLabel;

/** Encodes and decodes a {@link DimensionLabel}. */
final class DimensionLabelFormat {
  private DimensionLabelFormat() {}

  static DimensionLabel transfer(Wire wire, DimensionLabel label) {
    int dimension = wire.count32("dimension", label, DimensionLabel::dimension);
    String name = wire.string32("name", label, DimensionLabel::name);
    boolean relative = wire.bool("relative", label, DimensionLabel::relative);
    String uri = wire.string64("uri", label, DimensionLabel::uri);
    String attribute = wire.string32("attribute", label, DimensionLabel::attribute);
    DataOrder order = wire.code("order", Codes.DATA_ORDERS, label, DimensionLabel::order);
    Datatype type = wire.code("type", Codes.DATATYPES, label, DimensionLabel::type);
    int cellValNum = AttributeFormat.cellValNum(wire, type, label == null ? 0 : label.cellValNum());
    boolean external = wire.bool("external", label, DimensionLabel::external);
    return DimensionLabel.asStored(
        dimension, name, relative, uri, attribute, order, type, cellValNum, external);
  }
}
