package io.azulejo.tests;

import io.azulejo.Azulejo;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Random;

/**
 * A process that consolidates or vacuums an array again and again, in all modes, while others do
 * what they like. It says {@code ack} before each act, and {@code done} after each one that did
 * something. What it may meet: that others consolidate the same fragments, and that files of what
 * it merges are vacuumed.
 */
final class MaintainingProcess {
  private static final List<MaintenanceMode> MODES =
      List.of(
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.COMMITS,
          MaintenanceMode.FRAGMENT_METADATA,
          MaintenanceMode.ARRAY_METADATA);

  private MaintainingProcess() {}

  /**
   * Runs it.
   *
   * @param arguments the array; the number of the process; the milliseconds since 1970 until which
   *     it works; {@code consolidate} or {@code vacuum}
   */
  public static void main(String[] arguments) {
    Location array = Location.of(arguments[0]);
    Random random = new Random(Integer.parseInt(arguments[1]));
    long end = Long.parseLong(arguments[2]);
    boolean vacuums = arguments[3].equals("vacuum");
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      do {
        MaintenanceMode mode = MODES.get(random.nextInt(MODES.size()));
        System.out.println("ack " + mode);
        if (vacuums) {
          VacuumRequest request = VacuumRequest.DEFAULT.mode(mode);
          engine.maintenance(array).vacuum(request);
          System.out.println("done " + mode);
        } else if (consolidates(engine, array, mode, random)) {
          System.out.println("done " + mode);
        }
      } while (System.currentTimeMillis() < end);
    }
  }

  private static boolean consolidates(
      Azulejo engine, Location array, MaintenanceMode mode, Random random) {
    ConsolidationRequest request = ConsolidationRequest.DEFAULT.mode(mode);
    if (random.nextBoolean()) {
      request = request.minFragments(2).maxFragments(2 + random.nextInt(20)).steps(1);
    }
    try {
      ConsolidationReport report = engine.maintenance(array).consolidate(request);
      return !report.merges().isEmpty();
    } catch (AlreadyExistsException | NotFoundException e) {
      System.out.println("met " + e.getMessage().lines().findFirst().orElse(""));
      return false;
    }
  }
}
