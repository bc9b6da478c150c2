package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.storage.IncompleteUpload;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import io.azulejo.testkit.TestSchemas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Uploads that a killed writer has left: garbage that no listing of files shows. */
@Tag("full")
class S3UnfinishedUploadsTest extends ObjectFaultsContract {
  S3UnfinishedUploadsTest() {
    super(new FaultyS3());
  }

  private final Map<String, String> smallParts = Map.of("vfs.s3.multipart_part_size", "5242880");

  /** Leaves an upload as a process does that is killed: the abort never reaches the store. */
  private void leaveUpload(Location place) {
    proxy.inject(r -> r.is("DELETE", ""), 1, FaultProxy.error(403, "AccessDenied"));
    try (ObjectStorage killed = store(smallParts);
        OutputFile out = killed.create(place)) {
      byte[] piece = new byte[1 << 20];
      for (int i = 0; i < 6; i++) {
        out.write(piece, 0, piece.length);
      }
    }
    proxy.reset();
  }

  private Location array(Azulejo azulejo) {
    Location array = file.parent().resolve("array");
    azulejo.create(array, TestSchemas.of("sparse(x INT32 0..9/10) a INT32"));
    return array;
  }

  private Azulejo engine() {
    return Azulejo.builder().storage("s3", storage).build();
  }

  @Test
  void areListedWithTheirTimesAndEnded() {
    Location folder = file.parent().resolve("folder");
    leaveUpload(folder.resolve("a/b"));
    leaveUpload(folder.resolve("c"));
    leaveUpload(file.parent().resolve("folders"));

    List<IncompleteUpload> found = storage.incompleteUploads(folder);

    assertThat(found)
        .extracting(IncompleteUpload::location)
        .containsExactlyInAnyOrder(folder.resolve("a/b"), folder.resolve("c"));
    assertThat(found)
        .allSatisfy(
            one -> assertThat(storage.now() - one.startTime().orElseThrow()).isLessThan(600_000));
    found.forEach(storage::abortUpload);
    found.forEach(storage::abortUpload);
    assertThat(storage.incompleteUploads(folder)).isEmpty();
    assertThat(storage.incompleteUploads(file.parent())).hasSize(1);
  }

  @Test
  void areGarbageOfAnArrayOnceTheyAreOld() {
    try (Azulejo azulejo = engine()) {
      Location array = array(azulejo);
      Location left = array.resolve("__fragments/__1_1_x_22/a0.tdb");
      leaveUpload(left);

      assertThat(azulejo.maintenance(array).gc().entries())
          .as("young")
          .allMatch(entry -> !entry.removed());
      GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO);
      assertThat(azulejo.maintenance(array).gc(all.dryRun()).entries())
          .hasSize(1)
          .allMatch(
              entry ->
                  entry.kind() == GcReport.Kind.UNFINISHED_UPLOAD
                      && entry.location().equals(left)
                      && entry.age().isPresent()
                      && !entry.removed());
      assertThat(storage.incompleteUploads(array)).hasSize(1);

      assertThat(azulejo.maintenance(array).gc(all).entries())
          .hasSize(1)
          .allMatch(GcReport.Entry::removed);
      assertThat(storage.incompleteUploads(array)).isEmpty();
    }
  }

  @Test
  void areSaidToBeUnknownWhereTheyMustNotBeListed() {
    try (Azulejo azulejo = engine()) {
      Location array = array(azulejo);
      proxy.inject(r -> r.query().contains("uploads"), 1, FaultProxy.error(403, "AccessDenied"));

      GcReport report = azulejo.maintenance(array).gc();

      assertThat(report.entries()).isEmpty();
      assertThat(report.refused()).isEmpty();
      assertThat(report.uploadsUnknown())
          .get()
          .isInstanceOf(StorageException.class)
          .extracting(Throwable::getMessage)
          .asString()
          .contains("LIST uploads of")
          .contains("AccessDenied");
    }
  }
}
