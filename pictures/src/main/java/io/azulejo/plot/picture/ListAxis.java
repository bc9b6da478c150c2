package io.azulejo.plot.picture;

import java.util.ArrayList;
import java.util.List;

/** An axis of names, with one name for each bin. */
public final class ListAxis extends Axis {
  private final List<String> names;

  /**
   * Creates an axis of names.
   *
   * @param names at least one name, in the order of the bins
   */
  public ListAxis(String title, List<String> names) {
    super(title, names.size());
    this.names = List.copyOf(names);
  }

  @Override
  public double position(double value) {
    return value + 0.5;
  }

  @Override
  public Ticks ticks(int max) {
    int step = Math.max(1, (names.size() + max - 1) / max);
    List<Tick> marks = new ArrayList<>();
    for (int i = 0; i < names.size(); i += step) {
      marks.add(new Tick(i + 0.5, names.get(i)));
    }
    return new Ticks(marks, "");
  }
}
