package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.NotFoundException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The enumerations of all schemas that an array has had. */
class StoredEnumerationsTest {
  private static final String PLACE = "mem:///array";

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  private final Enumeration two = Enumeration.ofStrings("sky", false, List.of("dull", "clear"));
  private final Enumeration three =
      Enumeration.ofStrings("sky", false, List.of("dull", "clear", "dark"));

  @BeforeEach
  void evolve() {
    ArrayHandle handle = azulejo.array(PLACE);
    azulejo.create(
        PLACE,
        ArraySchema.sparse()
            .dimension(Dimension.of("d", Datatype.INT64, Range.of(0, 9), 10))
            .attribute(Attribute.builder("a", Datatype.INT32).enumeration("sky").build())
            .attribute(Attribute.of("b", Datatype.INT32))
            .enumeration(two)
            .build(),
        CreateOptions.DEFAULT.at(1));
    handle.evolve(
        SchemaEvolution.builder().extendEnumeration(three).build(), ChangeOptions.DEFAULT.at(2));
    handle.evolve(
        SchemaEvolution.builder().dropAttribute("a").dropEnumeration("sky").build(),
        ChangeOptions.DEFAULT.at(3));
  }

  @Test
  void findsTheEnumerationsOfEachStoredSchema() {
    Array array = azulejo.open(PLACE);

    assertThat(array.schemas()).hasSize(3).containsValue(array.schema());
    assertThat(array.schemas().keySet().stream().map(array::enumerations).toList())
        .containsExactly(Map.of("sky", two), Map.of("sky", three), Map.of());
  }

  @Test
  void knowsOnlySchemasOfTheTimesOfTheArray() {
    Array before = azulejo.open(PLACE, TimeRange.until(2));
    String last = List.copyOf(azulejo.open(PLACE).schemas().keySet()).get(2);

    assertThat(before.schemas()).hasSize(2);
    assertThat(List.copyOf(before.schemas().values()).get(1)).isEqualTo(before.schema());
    assertThatThrownBy(() -> before.enumerations(last))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("no stored schema \"" + last + "\"");
  }
}
