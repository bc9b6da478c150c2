package io.azulejo.plot.picture;

import java.util.List;

/**
 * The ticks of an axis.
 *
 * @param marks the ticks in order
 * @param note common information that is not in the labels, such as a date; may be empty
 */
public record Ticks(List<Tick> marks, String note) {
  /** Copies the list. */
  public Ticks {
    marks = List.copyOf(marks);
  }
}
