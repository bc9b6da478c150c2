package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.GroupChange;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.Comparator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A damaged file of an encrypted array is damage, as its schema shows that the key is right. */
class DamagedEncryptionTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final Location GROUP = Location.of("mem://group");

  private final Storage storage = Storage.inMemory();

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder()
          .storage("mem", storage)
          .key(ARRAY, EncryptionKey.of(new byte[EncryptionKey.SIZE]))
          .key(GROUP, EncryptionKey.of(new byte[EncryptionKey.SIZE]))
          .build();

  @BeforeEach
  void create() {
    azulejo.create(ARRAY, TestSchemas.of("sparse(k INT64 0..99/10) v INT64"));
    write(1);
    write(2);
  }

  private void write(int time) {
    TestArrays.append(
        azulejo.array(ARRAY),
        time,
        Batch.of(
            Column.of("k", Datatype.INT64, new long[] {time}),
            Column.of("v", Datatype.INT64, new long[] {time})));
  }

  private void putMetadata(Location object) {
    for (int time = 1; time <= 2; time++) {
      azulejo
          .array(object)
          .metadata()
          .change(
              MetadataChange.builder().put("key", MetadataValue.ofInts(time)).build(),
              ChangeOptions.DEFAULT.at(time));
    }
  }

  private void consolidate(Location object, MaintenanceMode mode) {
    azulejo.maintenance(object).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  private void vacuum(Location object, MaintenanceMode mode) {
    azulejo.maintenance(object).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  /** Changes a byte of the file with the last path that matches. */
  private Location damage(Location object, String pattern) {
    Location file =
        StoredFiles.below(storage, object).stream()
            .filter(one -> one.path().matches(pattern))
            .max(Comparator.comparing(Location::path))
            .orElseThrow();
    byte[] bytes = StoredFiles.content(storage, file);
    bytes[bytes.length - 1] ^= 1;
    storage.delete(file);
    storage.createExclusive(file, bytes);
    return file;
  }

  private static void isDamage(Location file, Runnable act) {
    assertThatThrownBy(act::run)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void gatheredFooters() {
    consolidate(ARRAY, MaintenanceMode.FRAGMENT_METADATA);
    write(3);
    consolidate(ARRAY, MaintenanceMode.FRAGMENT_METADATA);
    Location footers = damage(ARRAY, ".*/__1_3_.*\\.meta");
    isDamage(footers, () -> vacuum(ARRAY, MaintenanceMode.FRAGMENT_METADATA));
    isDamage(footers, () -> consolidate(ARRAY, MaintenanceMode.FRAGMENT_METADATA));
  }

  @Test
  void metadataOfArrays() {
    putMetadata(ARRAY);
    consolidate(ARRAY, MaintenanceMode.ARRAY_METADATA);
    Location replaced = damage(ARRAY, ".*/__meta/__1_1_[^.]*");
    isDamage(replaced, () -> vacuum(ARRAY, MaintenanceMode.ARRAY_METADATA));
  }

  @Test
  void metadataOfArraysToBeMerged() {
    putMetadata(ARRAY);
    Location metadata = damage(ARRAY, ".*/__meta/__1_1_[^.]*");
    isDamage(metadata, () -> consolidate(ARRAY, MaintenanceMode.ARRAY_METADATA));
  }

  @Test
  void metadataOfGroups() {
    azulejo.group(GROUP).create();
    azulejo
        .group(GROUP)
        .change(GroupChange.builder().addRelative("sub").build(), ChangeOptions.DEFAULT.at(1));
    putMetadata(GROUP);
    consolidate(GROUP, MaintenanceMode.GROUP_METADATA);
    Location replaced = damage(GROUP, ".*/__meta/__1_1_[^.]*");
    isDamage(replaced, () -> vacuum(GROUP, MaintenanceMode.GROUP_METADATA));
  }

  @Test
  void deletions() {
    azulejo
        .array(ARRAY)
        .delete(DeleteRequest.where(Condition.parse("v = 1")), ChangeOptions.DEFAULT.at(3));
    Location deletion = damage(ARRAY, ".*\\.del");
    isDamage(deletion, () -> consolidate(ARRAY, MaintenanceMode.COMMITS));
  }

  @Test
  void fragmentsThatReplaceOthers() {
    consolidate(ARRAY, MaintenanceMode.FRAGMENTS);
    Location metadata = damage(ARRAY, ".*/__1_2_.*/__fragment_metadata.tdb");
    isDamage(metadata, () -> vacuum(ARRAY, MaintenanceMode.FRAGMENTS));
  }
}
