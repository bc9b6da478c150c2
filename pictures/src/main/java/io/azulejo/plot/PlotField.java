package io.azulejo.plot;

import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;

/**
 * A field of cells that a plot shows.
 *
 * @param field the field
 * @param part what of its times is shown; null for all
 * @param dimension whether it is a dimension
 * @param categorical whether each of its values has a place or a colour of its own
 */
record PlotField(RowField field, CalendarPart part, boolean dimension, boolean categorical) {
  /** The name of the field. */
  String name() {
    return field.name();
  }

  /** What it is called in pictures. */
  String title() {
    String name = QuotedText.ofName(field.name());
    return part == null ? name : part.of(name);
  }

  /** Whether its values are integers, dates or times. */
  boolean isInteger() {
    return field.type().isIntegerValued();
  }

  /** Whether its values are dates or times. */
  boolean isTime() {
    return field.type().isDatetime() || field.type().isTime();
  }
}
