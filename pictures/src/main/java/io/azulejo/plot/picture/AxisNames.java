package io.azulejo.plot.picture;

import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Values that label the integers of an axis, for example the degrees of a grid's rows. They
 * increase or decrease with the integers.
 *
 * @param type the type of the values
 * @param first the integer that the first value labels; the other values label the integers after
 *     it
 * @param values at least one value; must not be modified
 */
public record AxisNames(Datatype type, long first, double[] values) {
  /**
   * Returns the ticks of an axis, with positions in integers from its low end.
   *
   * @param low the first integer of the axis
   * @param span the distance from the first to the last integer
   * @param max the approximate maximum number of ticks
   */
  Ticks ticks(long low, long span, int max) {
    int from = place(low);
    int to = place(low + span);
    double least = Math.min(values[from], values[to]);
    double greatest = Math.max(values[from], values[to]);
    List<Tick> marks = new ArrayList<>();
    if (type.isDatetime()) {
      Ticks dates = CalendarTicks.of(type, (long) least, (long) greatest, max);
      if (dates != null) {
        for (Tick date : dates.marks()) {
          add(marks, least + date.at(), date.label(), from, to, low);
        }
        return new Ticks(marks, dates.note());
      }
    }
    List<BigDecimal> numbers =
        RoundNumbers.between(
            BigDecimal.valueOf(least), BigDecimal.valueOf(greatest), max, BigDecimal.ZERO);
    List<String> labels = RoundNumbers.labels(numbers);
    for (int i = 0; i < labels.size(); i++) {
      add(marks, numbers.get(i).doubleValue(), labels.get(i), from, to, low);
    }
    return new Ticks(marks, "");
  }

  private int place(long number) {
    return (int) Math.max(0, Math.min(values.length - 1L, number - first));
  }

  private void add(List<Tick> marks, double value, String label, int from, int to, long low) {
    double place = interpolated(value, from, to);
    if (!Double.isNaN(place)) {
      marks.add(new Tick(first - low + place, label));
    }
  }

  /**
   * Returns the index at which a value lies, interpolated between two indexes, or NaN if it lies
   * outside them.
   */
  private double interpolated(double value, int from, int to) {
    boolean decreasing = values[from] > values[to];
    int below = from;
    int above = to;
    while (above - below > 1) {
      int middle = (below + above) >>> 1;
      boolean before = decreasing ? values[middle] >= value : values[middle] <= value;
      below = before ? middle : below;
      above = before ? above : middle;
    }
    double part =
        values[above] == values[below]
            ? 0
            : (value - values[below]) / (values[above] - values[below]);
    return part >= 0 && part <= 1 ? below + part * (above - below) : Double.NaN;
  }
}
