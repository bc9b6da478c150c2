package io.azulejo.tests;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.StagedFragments;
import io.azulejo.query.WriteRequest;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that commits job after job, each of two parts and under its number, as others do at the
 * same time: the cells of each are at coordinates of its own. It says {@code ack N} when it knows
 * that job N is committed, and {@code won N} before that where it was this process that did it.
 */
final class StagingProcess {
  /** The coordinates of one process begin here, times its number; those of a job are its number. */
  static final long COORDINATES = AppendingProcess.COORDINATES;

  private StagingProcess() {}

  /**
   * Runs it.
   *
   * @param arguments the array; the number of the process; the milliseconds since 1970 until which
   *     it works
   */
  public static void main(String[] arguments) {
    Location array = Location.of(arguments[0]);
    int process = Integer.parseInt(arguments[1]);
    long end = Long.parseLong(arguments[2]);
    try (Azulejo engine = Azulejo.builder().computeThreads(0).ioThreads(1).build()) {
      int job = 0;
      do {
        List<StagedFragments> parts = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
          try (ArrayWriter out =
              engine
                  .array(array)
                  .writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(1000L + job))) {
            out.append(StagedCells.batch(job, process * COORDINATES + 2L * job + part));
            parts.add(StagedFragments.of(out.stage().toBytes()));
          }
        }
        CommitResult result =
            engine.array(array).commit(parts, CommitOptions.DEFAULT.id("job " + job));
        if (result.newlyCommitted()) {
          System.out.println("won " + job);
        } else {
          engine.discard(parts);
        }
        System.out.println("ack " + job);
        job++;
      } while (System.currentTimeMillis() < end);
    }
  }
}
