package io.azulejo.plot;

import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;

/**
 * A field as a plot shows it.
 *
 * @param field the field
 * @param part the part of its times to show, such as the hour; null for whole times
 * @param dimension whether it is a dimension
 * @param categorical whether each value has a position or color of its own
 */
record PlotField(RowField field, CalendarPart part, boolean dimension, boolean categorical) {
  /** Returns the name of the field. */
  String name() {
    return field.name();
  }

  /** Returns the name of the field in titles. */
  String title() {
    String name = QuotedText.ofName(field.name());
    return part == null ? name : part.of(name);
  }

  /** Returns whether the values are integers, dates or times. */
  boolean isInteger() {
    return field.type().isIntegerValued();
  }

  /** Returns whether the values are dates or times. */
  boolean isTime() {
    return field.type().isDatetime() || field.type().isTime();
  }
}
