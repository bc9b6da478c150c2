package io.azulejo.internal.snapshot.fragment;

import java.util.function.Supplier;

/**
 * A value that is computed once, on first use. If the computation fails, the next use tries again.
 * Thread-safe.
 */
public final class Lazy<T> {
  private final Supplier<T> source;
  private volatile T value;

  public Lazy(Supplier<T> source) {
    this.source = source;
  }

  public T get() {
    T made = value;
    if (made == null) {
      synchronized (this) {
        made = value;
        if (made == null) {
          made = source.get();
          value = made;
        }
      }
    }
    return made;
  }
}
