package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for schemas and the structures beside them in every version. */
class SchemaFormatsTest extends FormatContract {
  private static final int SAMPLES_PER_VERSION = 4;

  static Stream<FormatVersion> versions() {
    return IntStream.rangeClosed(1, 23).mapToObj(FormatVersion::of);
  }

  @Override
  Stream<Sample> samples() {
    RandomStructures random = new RandomStructures(SEED);
    List<Sample> samples = new ArrayList<>();
    versions().forEach(version -> addVersion(samples, random, version));
    for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
      samples.add(
          new Sample(
              "enumeration",
              EnumerationFormat.encode(random.enumeration()),
              b -> EnumerationFormat.encode(EnumerationFormat.decode(b)),
              false));
      samples.add(
          new Sample(
              "metadata",
              ArrayMetadataFormat.encode(random.metadata()),
              b -> ArrayMetadataFormat.encode(ArrayMetadataFormat.decode(b)),
              true));
      samples.add(
          new Sample(
              "group",
              GroupFormat.encode(random.group(1 + i % 2)),
              b -> GroupFormat.encode(GroupFormat.decode(b)),
              false));
    }
    return samples.stream().filter(s -> s.bytes().length() > 0);
  }

  private static void addVersion(
      List<Sample> samples, RandomStructures random, FormatVersion version) {
    for (int i = 0; i < SAMPLES_PER_VERSION; i++) {
      samples.add(
          new Sample(
              "schema of version " + version,
              ArraySchemaFormat.encode(random.schema(version)),
              b -> ArraySchemaFormat.encode(ArraySchemaFormat.decode(b)),
              false));
    }
    samples.add(
        new Sample(
            "generic tile of version " + version,
            encode(random.genericTile(version)),
            b -> encode(decodeTile(b)),
            false));
  }

  private static Slice encode(GenericTile tile) {
    return WireWriter.encode("tile", tile.header().version(), GenericTile::transfer, tile);
  }

  private static GenericTile decodeTile(Slice bytes) {
    return WireReader.decode(
        "tile", FormatVersion.leading("tile", bytes), bytes, GenericTile::transfer);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aSchemaIsReadAsTheOneThatWasWritten(FormatVersion version) {
    RandomStructures random = new RandomStructures(SEED + version.number());
    for (int i = 0; i < 50; i++) {
      StoredSchema schema = random.schema(version);
      assertThat(ArraySchemaFormat.decode(ArraySchemaFormat.encode(schema))).isEqualTo(schema);
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aGenericTileIsReadAsTheOneThatWasWritten(FormatVersion version) {
    RandomStructures random = new RandomStructures(SEED + version.number());
    for (int i = 0; i < 50; i++) {
      GenericTile tile = random.genericTile(version);
      Slice bytes = encode(tile);
      assertThat(decodeTile(bytes)).isEqualTo(tile);
      assertThat(tile.header().extent()).isEqualTo(bytes.length());
      assertThat(GenericTile.header("tile", bytes, 0)).isEqualTo(tile.header());
    }
  }
}
