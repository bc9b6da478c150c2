package io.azulejo.plot.picture;

import java.util.List;

/**
 * The marks of an axis.
 *
 * @param marks from the beginning to the end
 * @param note what holds for all of them and is not in their labels, such as a date; may be empty
 */
public record Ticks(List<Tick> marks, String note) {
  /** Takes a copy of the list. */
  public Ticks {
    marks = List.copyOf(marks);
  }
}
