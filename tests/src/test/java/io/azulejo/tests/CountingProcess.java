package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;

/**
 * A process that counts in one cell as others do at the same time. It says {@code counted} for each
 * commit that is known to have happened, {@code unknown} where it is not known, and {@code ack}
 * after each try.
 */
final class CountingProcess {
  private CountingProcess() {}

  /**
   * Runs it.
   *
   * @param arguments the array; the number of the process; the milliseconds since 1970 until which
   *     it works; whether old cells are deleted
   */
  public static void main(String[] arguments) {
    CountedCell cell =
        new CountedCell(Location.of(arguments[0]), Boolean.parseBoolean(arguments[3]));
    long end = Long.parseLong(arguments[2]);
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      do {
        try {
          System.out.println(cell.increment(engine) ? "counted " : "conflict ");
        } catch (CommitUnknownException e) {
          System.out.println("unknown ");
        } catch (NotFoundException e) {
          System.out.println("met " + e.getMessage()); // vacuumed while it was read
        }
        System.out.println("ack ");
      } while (System.currentTimeMillis() < end);
    }
  }
}
