package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** New arrays, with all that belongs to their schema. */
class ArrayCreationTest {
  private static final Location PLACE = Location.of("mem://arrays/a");
  private static final Enumeration COLORS =
      Enumeration.ofStrings("colors", false, List.of("red", "green"));

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private static ArraySchema.Builder grid() {
    return ArraySchema.dense()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 8), 4))
        .attribute(Attribute.of("a", Datatype.INT32));
  }

  private static ArraySchema colored() {
    return grid()
        .attribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
        .enumeration(COLORS)
        .build();
  }

  private static ArraySchema labeled(Filter... filters) {
    return grid()
        .label(
            DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64)
                .withFilters(filters))
        .label(DimensionLabel.of(0, "name", DataOrder.DECREASING, Datatype.STRING_ASCII))
        .build();
  }

  private List<String> names(String folder) {
    return storage.list(PLACE.resolve(folder)).stream().map(Storage.Entry::name).toList();
  }

  @Test
  void storesEnumerationsThatTheSchemaHasByValue() {
    azulejo.create(PLACE, colored(), CreateOptions.DEFAULT.at(5));

    Array array = azulejo.open(PLACE);
    assertThat(array.enumeration("colors")).isEqualTo(COLORS);
    assertThat(array.schema().enumerationFiles().get("colors")).matches("__[0-9a-f]{32}_0");
    assertThat(names("__schema/__enumerations"))
        .containsExactly(array.schema().enumerationFiles().get("colors"));
    assertThat(names("__schema")).anyMatch(name -> name.matches("__5_5_[0-9a-f]{32}")).hasSize(2);
  }

  @Test
  void encryptsEnumerationsAndArraysOfLabelsToo() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 7);
    ArraySchema schema =
        colored().toBuilder()
            .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
            .build();

    EncryptionKey secret = EncryptionKey.of(key);
    azulejo.withKey(PLACE, secret).create(PLACE, schema);

    Array array = azulejo.open(PLACE, OpenOptions.DEFAULT.key(secret));
    assertThat(array.enumeration("colors")).isEqualTo(COLORS);
    Location label = PLACE.resolve("__labels/l0");
    assertThat(azulejo.open(label, OpenOptions.DEFAULT.key(secret)).schema().attributes())
        .hasSize(1);
    refuses(InvalidRequestException.class, () -> azulejo.open(label));
  }

  @Test
  void createsTheArraysOfDimensionLabels() {
    azulejo.create(PLACE, labeled(Filter.zstd(3)), CreateOptions.DEFAULT.at(9));

    ArraySchema depth = azulejo.open(PLACE.resolve("__labels/l0")).schema();
    assertThat(depth.isDense()).isTrue();
    assertThat(depth.dimensions().get(0).name()).isEqualTo("index");
    assertThat(depth.dimensions().get(0).domain()).contains(Range.of(1, 8));
    Attribute values = depth.attributes().get(0);
    assertThat(values.name()).isEqualTo("label");
    assertThat(values.type()).isEqualTo(Datatype.FLOAT64);
    assertThat(values.order()).isEqualTo(DataOrder.INCREASING);
    assertThat(values.filters().filters()).containsExactly(Filter.zstd(3));
    Attribute names = azulejo.open(PLACE.resolve("__labels/l1")).schema().attributes().get(0);
    assertThat(names.isVar()).isTrue();
    assertThat(names.order()).isEqualTo(DataOrder.DECREASING);
    assertThat(names("__labels/l0/__schema"))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("__9_9_"));
    assertThat(azulejo.open(PLACE).schema().labels())
        .extracting(DimensionLabel::uri)
        .containsExactly("__labels/l0", "__labels/l1");
  }

  /** Everything but the last file of a creation. */
  private void leaveWithoutSchema(ArraySchema schema) {
    azulejo.create(PLACE, schema);
    storage.list(PLACE.resolve("__schema")).stream()
        .filter(entry -> !entry.folder())
        .forEach(entry -> storage.delete(PLACE.resolve("__schema").resolve(entry.name())));
  }

  @Test
  void leftoversOfAKilledCreationDoNotBlockTheNextOne() {
    ArraySchema schema =
        labeled().toBuilder()
            .attribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
            .enumeration(COLORS)
            .build();
    leaveWithoutSchema(schema);
    assertThat(azulejo.catalog().type(PLACE)).isEqualTo(ObjectType.NONE);

    azulejo.create(PLACE, schema);

    assertThat(azulejo.open(PLACE).enumeration("colors")).isEqualTo(COLORS);
    // Its own beside that of whoever may still be at it, which is garbage if nobody is.
    assertThat(names("__labels/l0/__schema")).hasSize(2);
    azulejo.maintenance(PLACE).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO));
    assertThat(names("__labels/l0/__schema")).hasSize(1).isSubsetOf(names("__schema"));
    assertThat(azulejo.open(PLACE.resolve("__labels/l0")).schema().attributes()).hasSize(1);
  }

  @Test
  void refusesADifferentExistingLabelArray() {
    leaveWithoutSchema(labeled());

    refuses(AlreadyExistsException.class, () -> azulejo.create(PLACE, labeled(Filter.zstd(3))));
  }

  /** A store in which schemas cannot be created. */
  private static final class WithoutSchemas extends FilteredStorage {
    WithoutSchemas(Storage storage) {
      super(storage);
    }

    @Override
    public void createExclusive(Location file, byte[] content) {
      if (file.parent().equals(PLACE.resolve("__schema"))) {
        throw StorageException.withoutEffect("no space", file.toString(), null, false);
      }
      super.createExclusive(file, content);
    }
  }

  @Test
  void arraysHaveTheirMetadataFromTheBeginning() {
    MetadataChange change =
        MetadataChange.builder()
            .put("unit", MetadataValue.ofString("m"))
            .put("n", MetadataValue.ofInts(7))
            .build();

    azulejo.create(PLACE, colored(), CreateOptions.DEFAULT.at(5).metadata(change));

    assertThat(azulejo.open(PLACE, TimeRange.until(5)).metadata())
        .containsOnlyKeys("n", "unit")
        .containsEntry("unit", MetadataValue.ofString("m"));
    CreateOptions unseen = CreateOptions.DEFAULT.metadata(change).formatVersion(20).at(1);
    assertThat(unseen.metadata()).isSameAs(change);
  }

  @Test
  void removesItsFilesIfTheSchemaCannotBeWritten() {
    ArraySchema schema =
        colored().toBuilder()
            .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
            .build();
    try (Azulejo failing = Azulejo.builder().storage("mem", new WithoutSchemas(storage)).build()) {
      MetadataChange change =
          MetadataChange.builder().put("unit", MetadataValue.ofString("m")).build();
      refuses(
          StorageException.class,
          () -> failing.create(PLACE, schema, CreateOptions.DEFAULT.metadata(change)));
    }
    assertThat(storage.list(PLACE)).isEmpty();
  }
}
