package io.tiledb.java.api;

import java.io.Serializable;

/** Two values, which may be null. Serializable if both values are. */
@SuppressWarnings({"NullAway", "serial"}) // members may be null and of any type
public class Pair<F, S> implements Serializable {
  private static final long serialVersionUID = 1;

  private F first;
  private S second;

  /** Creates a pair. */
  public Pair(F first, S second) {
    this.first = first;
    this.second = second;
  }

  /** Returns the first value. */
  public F getFirst() {
    return first;
  }

  /** Replaces the first value. */
  public void setFirst(F first) {
    this.first = first;
  }

  /** Returns the second value. */
  public S getSecond() {
    return second;
  }

  /** Replaces the second value. */
  public void setSecond(S second) {
    this.second = second;
  }

  /** Returns a new pair of two nulls. */
  public static <F, S> Pair<F, S> empty() {
    return new Pair<>(null, null);
  }
}
