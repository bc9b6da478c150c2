package io.tiledb.java.api;

import io.azulejo.query.ReadStats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The costs of the reads of all contexts, from {@link #enable} to {@link #disable}.
 *
 * <p>Difference from TileDB-Java: only costs that the engine counts are reported; see {@link
 * Context#getStats}. The engine always counts, so that enabling has no costs.
 */
public class Stats {
  private static ReadStats counted = ReadStats.of(cost -> 0);
  private static ReadStats before = counted;
  private static boolean enabled;

  /** Creates an instance without state; all methods are static. */
  public Stats() {}

  /** Starts or continues to count. */
  public static synchronized void enable() throws TileDBError {
    if (!enabled) {
      before = EngineOwner.totalStats();
      enabled = true;
    }
  }

  /** Stops counting. */
  public static synchronized void disable() throws TileDBError {
    counted = current();
    enabled = false;
  }

  /** Sets all counts to 0. */
  public static synchronized void reset() throws TileDBError {
    before = EngineOwner.totalStats();
    counted = ReadStats.of(cost -> 0);
  }

  /**
   * Writes the counts to a file, as JSON.
   *
   * @throws TileDBError if the file cannot be written
   */
  public static void dump(String filename) throws TileDBError {
    try {
      Files.writeString(Path.of(filename), json());
    } catch (IOException e) {
      throw new TileDBError("cannot write statistics: " + Failures.message(e), e);
    } catch (InvalidPathException e) {
      throw new TileDBError("'%s' is not a valid file name".formatted(filename), e);
    }
  }

  /** Prints the counts to standard output, as JSON. */
  public static void dump() throws TileDBError {
    System.out.print(json());
  }

  private static synchronized String json() {
    return StatsJson.of("Context", current());
  }

  private static ReadStats current() {
    if (!enabled) {
      return counted;
    }
    ReadStats now = EngineOwner.totalStats();
    ReadStats earlier = before;
    ReadStats base = counted;
    return ReadStats.of(cost -> base.get(cost) + now.get(cost) - earlier.get(cost));
  }
}
