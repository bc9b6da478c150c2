import io.azulejo.*;
import io.azulejo.query.*;
import io.azulejo.schema.*;

/** Aggregates cells by the month of a datetime. */
public class AggregateByMonth {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      ArrayHandle rain = azulejo.array("rain");
      rain.create(
          ArraySchema.sparse()
              .dimension(Dimension.of("day", Datatype.DATETIME_DAY, Range.of(0, 40_000), 365))
              .attribute(Attribute.of("mm", Datatype.FLOAT64))
              .build());
      rain.append(
          Batch.of(
              Column.ofLongs("day", 20_450, 20_451, 20_480), // days since 1970
              Column.ofDoubles("mm", 2.5, 4, 1)));
      System.out.println(rain.read().aggregate("sum(mm), max(mm) by months(day)"));
    }
  }
}
