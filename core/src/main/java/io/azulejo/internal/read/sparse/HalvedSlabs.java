package io.azulejo.internal.read.sparse;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NoSuchElementException;

/** Cuts a sorted read into slabs by halving those that are too large. */
abstract class HalvedSlabs<S extends Slab> implements Slabs {
  /**
   * Maximum size of each part relative to the whole, so that cutting by tile bounds is worthwhile.
   */
  private static final double GAIN = 0.9;

  private final Deque<S> left = new ArrayDeque<>();

  /** Begins with a slab of all tiles. */
  final void begin(S all) {
    left.push(all);
  }

  /**
   * Cuts a slab in two by the bounds of its tiles. Returns the parts in the order of the result;
   * empty if the slab cannot be cut.
   */
  abstract List<S> halves(S slab);

  @Override
  public final boolean hasNext() {
    return !left.isEmpty();
  }

  @Override
  public final Slab next(long limit) {
    while (!left.isEmpty()) {
      S slab = left.pop();
      long bytes = Slabs.bytes(slab.tiles());
      List<S> parts = slab.tiles().size() == 1 || bytes <= limit ? List.of() : halves(slab);
      if (parts.isEmpty()
          || parts.stream().anyMatch(part -> Slabs.bytes(part.tiles()) > GAIN * bytes)) {
        return slab;
      }
      for (int i = parts.size() - 1; i >= 0; i--) {
        if (!parts.get(i).tiles().isEmpty()) {
          left.push(parts.get(i));
        }
      }
    }
    throw new NoSuchElementException();
  }

  /** Returns the parts that have tiles. */
  static List<Slab> filled(List<? extends Slab> parts) {
    return parts.stream().filter(part -> !part.tiles().isEmpty()).map(Slab.class::cast).toList();
  }
}
