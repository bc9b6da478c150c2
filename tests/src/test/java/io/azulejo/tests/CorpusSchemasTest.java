package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.HistoryEntry;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.text.schema.SchemaJsonReader;
import io.azulejo.text.schema.SchemaJsonWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The schemas of all known arrays, made again by the builders. */
class CorpusSchemasTest {
  private static final String ANONYMOUS =
      "attribute \"__attr\": names that begin with \"__\" are reserved; choose another name";

  /** Schemas of the past that break a rule of today: anonymous attributes had a name then. */
  private final CorpusFolder corpus = CorpusFolder.find();

  private final List<String> problems = new ArrayList<>();

  @Test
  void everySchemaIsBuiltFromWhatIsExpectedOfIt() throws IOException {
    int built = 0;
    try (Azulejo azulejo = engine()) {
      for (Expectation expected : arrays()) {
        ArraySchema.Builder said;
        try (InputStream json = Files.newInputStream(expected.file())) {
          said = SchemaJsonReader.read(json);
        }
        try {
          ArraySchema schema = said.build();
          Array array = open(azulejo, expected);
          compare(expected.name(), expected(schema), expected(known(array, array.schema())));
          built++;
        } catch (InvalidRequestException e) {
          // Old releases stored attributes without a name under one that is kept for the engine.
          assertThat(e).as(expected.name()).hasMessage(ANONYMOUS);
          assertThat(said.buildAsStored().attribute("__attr")).as(expected.name()).isPresent();
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(built).isPositive();
  }

  @Test
  void everySchemaIsReadAsTheCommandLineWritesIt() throws IOException {
    try (Azulejo azulejo = engine()) {
      for (Expectation expected : arrays()) {
        Array array = open(azulejo, expected);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
          new SchemaJsonWriter(json, array::enumeration, label -> schema(azulejo, array, label))
              .write(array.schema(), array.formatVersion());
        }
        ArraySchema.Builder read =
            SchemaJsonReader.read(new ByteArrayInputStream(bytes.toByteArray()));
        compare(
            expected.name(),
            read.buildAsStored(),
            withLabels(known(array, array.schema()), label -> schema(azulejo, array, label)));
      }
    }
    assertThat(problems).isEmpty();
  }

  @Test
  void everyEvolutionLeadsToTheSchemaThatTheReferenceStored() {
    int evolutions = 0;
    try (Azulejo azulejo = engine()) {
      for (Expectation expected : arrays()) {
        for (HistoryEntry entry : open(azulejo, expected).history()) {
          if (entry instanceof HistoryEntry.SchemaStored stored && stored.before().isPresent()) {
            evolutions++;
            evolve(azulejo, expected, stored);
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(corpus.bundled() || evolutions > 0).isTrue();
  }

  private void evolve(Azulejo azulejo, Expectation expected, HistoryEntry.SchemaStored stored) {
    ArraySchema before = stored.before().orElseThrow();
    ArraySchema after = stored.after();
    Array then = open(azulejo, expected, TimeRange.until(stored.times().start() - 1));
    Array now = open(azulejo, expected, TimeRange.until(stored.times().end()));
    SchemaEvolution.Builder evolution = SchemaEvolution.builder();
    after.attributes().stream()
        .filter(a -> before.attribute(a.name()).isEmpty())
        .forEach(evolution::addAttribute);
    before.attributes().stream()
        .map(Attribute::name)
        .filter(name -> after.attribute(name).isEmpty())
        .forEach(evolution::dropAttribute);
    for (Map.Entry<String, String> file : after.enumerationFiles().entrySet()) {
      String old = before.enumerationFiles().get(file.getKey());
      if (old == null) {
        evolution.addEnumeration(now.enumeration(file.getKey()));
      } else if (!old.equals(file.getValue())) {
        evolution.extendEnumeration(now.enumeration(file.getKey()));
      }
    }
    before.enumerationFiles().keySet().stream()
        .filter(name -> !after.enumerationFiles().containsKey(name))
        .forEach(evolution::dropEnumeration);
    if (!after.currentDomain().equals(before.currentDomain())) {
      after.currentDomain().ifPresent(evolution::currentDomain);
    }
    try {
      ArraySchema schema = evolution.build().apply(before, then::enumeration);
      for (Enumeration enumeration : schema.enumerations()) {
        String file = after.enumerationFiles().get(enumeration.name());
        schema = schema.toBuilder().enumerationFile(enumeration.name(), file).buildAsStored();
      }
      // Old releases leave the filters of all coordinates where they are; these come to the same.
      compare(
          expected.name() + " " + stored.name(),
          SchemaEvolution.NONE.apply(schema, then::enumeration),
          SchemaEvolution.NONE.apply(after, now::enumeration));
    } catch (AzulejoException e) {
      problems.add(expected.name() + " " + stored.name() + ": " + e);
    }
  }

  private List<Expectation> arrays() {
    return corpus.expectationFiles().stream()
        .map(corpus::expectation)
        .filter(expected -> !expected.group() && !expected.openingFails())
        .toList();
  }

  private static Azulejo engine() {
    return Azulejo.builder().computeThreads(1).build();
  }

  private static Array open(Azulejo azulejo, Expectation expected) {
    return azulejo.open(Location.of(expected.location()), options(expected));
  }

  private static Array open(Azulejo azulejo, Expectation expected, TimeRange times) {
    return azulejo.open(Location.of(expected.location()), options(expected).at(times));
  }

  private static OpenOptions options(Expectation expected) {
    return expected.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
  }

  private void compare(String name, ArraySchema found, ArraySchema wanted) {
    if (!found.equals(wanted) && problems.size() < 5) {
      problems.add("%s:%nfound    %s%nexpected %s".formatted(name, text(found), text(wanted)));
    }
  }

  /** A schema that was read, with its enumerations known by value, those in use first. */
  private static ArraySchema known(Array array, ArraySchema schema) {
    ArraySchema.Builder builder = schema.toBuilder();
    for (String name : schema.enumerationFiles().keySet()) {
      builder.enumeration(array.enumeration(name));
    }
    ArraySchema known = builder.buildAsStored();
    Comparator<Enumeration> unused = Comparator.comparing(e -> !isUsed(known, e));
    return withEnumerations(
        known,
        known.enumerations().stream().sorted(unused.thenComparing(Enumeration::name)).toList());
  }

  private static boolean isUsed(ArraySchema schema, Enumeration enumeration) {
    Optional<String> name = Optional.of(enumeration.name());
    return schema.attributes().stream().anyMatch(a -> a.enumeration().equals(name));
  }

  /** What is expected of a schema: filters of dimensions in effect, no order, used enumerations. */
  private static ArraySchema expected(ArraySchema schema) {
    ArraySchema.Builder builder = empty(schema);
    builder.coordsFilters(ofUsualChunks(schema.coordsFilters()));
    builder.offsetsFilters(ofUsualChunks(schema.offsetsFilters()));
    builder.validityFilters(ofUsualChunks(schema.validityFilters()));
    for (Dimension d : schema.dimensions()) {
      FilterPipeline filters = d.filters().isEmpty() ? schema.coordsFilters() : d.filters();
      builder.dimension(
          Dimension.asStored(
              d.name(), d.type(), d.cellValNum(), ofUsualChunks(filters), d.domain(), d.extent()));
    }
    schema.attributes().stream()
        .map(
            a ->
                a.toBuilder()
                    .order(DataOrder.UNORDERED)
                    .filters(ofUsualChunks(a.filters()))
                    .build())
        .forEach(builder::attribute);
    schema.enumerations().stream().filter(e -> isUsed(schema, e)).forEach(builder::enumeration);
    schema.labels().forEach(builder::label);
    return builder.buildAsStored();
  }

  /** These filters, without the size of chunks, of which expectations say nothing. */
  private static FilterPipeline ofUsualChunks(FilterPipeline pipeline) {
    return FilterPipeline.of(pipeline.filters());
  }

  private static ArraySchema withEnumerations(ArraySchema schema, List<Enumeration> enumerations) {
    ArraySchema.Builder builder = empty(schema);
    schema.dimensions().forEach(builder::dimension);
    schema.attributes().forEach(builder::attribute);
    enumerations.forEach(builder::enumeration);
    schema.labels().forEach(builder::label);
    return builder.buildAsStored();
  }

  /** A schema with what its labels' own arrays say of them. */
  private static ArraySchema withLabels(ArraySchema schema, LabelSchemas labels) {
    ArraySchema.Builder builder = empty(schema);
    schema.dimensions().forEach(builder::dimension);
    schema.attributes().forEach(builder::attribute);
    schema.enumerations().forEach(builder::enumeration);
    for (DimensionLabel label : schema.labels()) {
      ArraySchema own = labels.of(label).orElseThrow();
      builder.label(
          label
              .withFilters(own.attributes().get(0).filters())
              .withExtent(own.dimensions().get(0).extent().orElseThrow()));
    }
    return builder.buildAsStored();
  }

  /** Finds the schema of a label's array. */
  private interface LabelSchemas {
    Optional<ArraySchema> of(DimensionLabel label);
  }

  private static ArraySchema.Builder empty(ArraySchema schema) {
    return (schema.isDense() ? ArraySchema.dense() : ArraySchema.sparse())
        .allowsDuplicates(schema.allowsDuplicates())
        .tileOrder(schema.tileOrder())
        .cellOrder(schema.cellOrder())
        .capacity(schema.capacity())
        .coordsFilters(schema.coordsFilters())
        .offsetsFilters(schema.offsetsFilters())
        .validityFilters(schema.validityFilters())
        .currentDomain(schema.currentDomain().orElse(null));
  }

  private static Optional<ArraySchema> schema(Azulejo azulejo, Array array, DimensionLabel label) {
    try {
      return Optional.of(azulejo.open(array.location().resolve(label.uri())).schema());
    } catch (NotFoundException e) {
      return Optional.empty();
    }
  }

  private static String text(ArraySchema schema) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      new SchemaJsonWriter(
              json,
              name ->
                  schema.enumeration(name).orElse(Enumeration.ofStrings(name, false, List.of())),
              label -> Optional.empty())
          .write(schema, 23);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
