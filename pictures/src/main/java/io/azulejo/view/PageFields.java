package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.plot.AxisLabels;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.io.IOException;
import java.util.Optional;

/** Describes the fields of an array that can be drawn. */
final class PageFields {
  private static final int MAX_LABELS = 2_000;

  private PageFields() {}

  /** Writes the member {@code fields}, with dimensions first. */
  static void write(JsonGenerator json, Array array) throws IOException {
    ArraySchema schema = array.schema();
    Optional<NDRange> written = array.nonEmptyDomain();
    json.writeArrayFieldStart("fields");
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      Optional<NumberField> field = NumberField.of(dimension);
      if (field.isPresent()) {
        begin(json, field.get());
        if (written.isPresent()) {
          Range range = written.get().get(d);
          json.writeNumberField("low", field.get().low(range));
          json.writeNumberField("high", field.get().high(range));
        }
        if (dimension.extent().isPresent()) {
          double extent =
              field.get().type().isFloatingPoint()
                  ? dimension.extent().get().doubleValue()
                  : field.get().number(dimension.tileLength());
          json.writeNumberField("extent", extent);
        }
        Optional<AxisLabels> labels = AxisLabels.of(array, dimension.name());
        if (labels.isPresent()) {
          write(json, labels.get());
        }
        json.writeEndObject();
      }
    }
    for (Attribute attribute : schema.attributes()) {
      Optional<NumberField> field = NumberField.of(attribute, false);
      if (field.isPresent()) {
        begin(json, field.get());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  /**
   * Writes the labels of a dimension. If there are very many, it writes a sample, and the page
   * interpolates.
   */
  private static void write(JsonGenerator json, AxisLabels labels) throws IOException {
    json.writeObjectFieldStart("labels");
    json.writeStringField("name", labels.name());
    json.writeStringField("type", labels.type().toString());
    json.writeBooleanField("decreasing", labels.isDecreasing());
    int last = labels.count() - 1;
    int parts = Math.max(1, Math.min(last, MAX_LABELS));
    double[] places = new double[last == 0 ? 1 : parts + 1];
    double[] values = new double[places.length];
    for (int i = 0; i < places.length; i++) {
      int place = (int) ((long) last * i / parts);
      places[i] = labels.first() + (double) place;
      values[i] = labels.value(place);
    }
    write(json, "places", places);
    write(json, "values", values);
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, double[] numbers) throws IOException {
    json.writeFieldName(name);
    json.writeArray(numbers, 0, numbers.length);
  }

  private static void begin(JsonGenerator json, NumberField field) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", field.name());
    json.writeStringField("type", field.type().toString());
    json.writeBooleanField("dimension", field.isDimension());
    json.writeBooleanField("whole", !field.type().isFloatingPoint());
  }
}
