package io.azulejo.plot;

import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;

/**
 * A field that a plot shows.
 *
 * @param field the field
 * @param part the shown part of its times; null for all
 * @param dimension whether it is a dimension
 * @param categorical whether each of its values has its own position or color
 */
record PlotField(RowField field, CalendarPart part, boolean dimension, boolean categorical) {
  /** Returns the name of the field. */
  String name() {
    return field.name();
  }

  /** Returns the name of the field in pictures. */
  String title() {
    String name = QuotedText.ofName(field.name());
    return part == null ? name : part.of(name);
  }

  /** Returns whether its values are integers, dates or times. */
  boolean isInteger() {
    return field.type().isIntegerValued();
  }

  /** Returns whether its values are dates or times. */
  boolean isTime() {
    return field.type().isDatetime() || field.type().isTime();
  }
}
