package io.azulejo.bench;

/** The pseudo-random number generator that defines the contents of workloads. */
final class SplitMix64 {
  private long state;

  SplitMix64(long seed) {
    this.state = seed;
  }

  long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Returns the next number, from 0 up to a bound, exclusive. */
  long below(long bound) {
    return Long.remainderUnsigned(next(), bound);
  }
}
