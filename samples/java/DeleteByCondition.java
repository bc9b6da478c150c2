import io.azulejo.*;
import io.azulejo.query.*;
import io.azulejo.schema.*;

/** Deletes the cells that meet a condition; earlier snapshots still have them. */
public class DeleteByCondition {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      ArrayHandle quakes = azulejo.array("shaken");
      quakes.create(
          ArraySchema.sparse()
              .dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 999), 100))
              .attribute(Attribute.of("mag", Datatype.FLOAT64))
              .build());
      quakes.append(
          Batch.of(Column.ofInts("id", 1, 2, 3), Column.ofDoubles("mag", 4.5, -1, 6.25)));
      Array before = quakes.open();
      quakes.delete("mag < 0");
      quakes.read().forEach(System.out::println);
      System.out.println(before.read().rows().count() + " cells before");
    }
  }
}
