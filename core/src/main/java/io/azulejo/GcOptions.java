package io.azulejo;

import java.time.Duration;

/** Which garbage is removed. Immutable. */
public final class GcOptions {
  /** What is older than a day. */
  public static final GcOptions DEFAULT = new GcOptions(Duration.ofHours(24), false);

  private final Duration age;
  private final boolean dryRun;

  private GcOptions(Duration age, boolean dryRun) {
    this.age = age;
    this.dryRun = dryRun;
  }

  /**
   * The same for what is older than so long. What a writer that runs has not committed yet looks
   * like garbage: the age has to be longer than any write takes. With zero everything goes, that of
   * unknown age too.
   */
  public GcOptions olderThan(Duration least) {
    if (least.isNegative()) {
      throw new IllegalArgumentException("an age of " + least + ": give zero or more");
    }
    return new GcOptions(least, dryRun);
  }

  /** The same, but nothing is removed. */
  public GcOptions dryRun() {
    return new GcOptions(age, true);
  }

  /** How old garbage has to be. */
  public Duration olderThan() {
    return age;
  }

  /** Whether garbage is only looked for. */
  public boolean isDryRun() {
    return dryRun;
  }
}
