package io.azulejo.plot.picture;

import java.util.List;

/**
 * The ticks of an axis.
 *
 * @param marks the ticks
 * @param note information that all labels share and therefore omit, such as a date; may be empty
 */
public record Ticks(List<Tick> marks, String note) {
  /** Copies the list of ticks. */
  public Ticks {
    marks = List.copyOf(marks);
  }
}
