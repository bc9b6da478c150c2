package io.azulejo.internal.write.dense;

import io.azulejo.internal.order.CellColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of an array that promise an order, and what is written of them: checked against
 * itself, and against what is stored right before and after it.
 */
public final class OrderedAttributes {
  private final WriteBox box;
  private final StoredValues stored;
  private final List<AttributeOrderCheck> orders = new ArrayList<>();
  private final List<Integer> columns = new ArrayList<>();

  private OrderedAttributes(WriteBox box, StoredValues stored) {
    this.box = box;
    this.stored = stored;
    List<Attribute> attributes = box.schema().attributes();
    for (int i = 0; i < attributes.size(); i++) {
      if (attributes.get(i).order() != DataOrder.UNORDERED) {
        orders.add(new AttributeOrderCheck(attributes.get(i), box));
        columns.add(i);
      }
    }
  }

  static OrderedAttributes of(WriteBox box, StoredValues stored) {
    return new OrderedAttributes(box, stored);
  }

  /**
   * The attributes of an array that promise an order, as all cells of a box are written.
   *
   * @throws io.azulejo.error.InvalidRequestException if the box is too large
   */
  public static OrderedAttributes of(ArraySchema schema, NDRange box, StoredValues stored) {
    return of(WriteBox.of(schema, box), stored);
  }

  /**
   * Checks the next cells.
   *
   * @param cells a column for each attribute
   * @param first the number of the first one
   * @throws io.azulejo.error.InvalidRequestException if a value is out of order
   */
  public void check(CellColumn[] cells, int rows, long first) {
    for (int i = 0; i < orders.size(); i++) {
      AttributeOrderCheck order = orders.get(i);
      if (first == 0 && rows > 0) {
        checkStored(order, -1);
      }
      order.check(cells[columns.get(i)], rows, first);
      if (rows > 0 && first + rows == box.cells()) {
        checkStored(order, box.cells());
      }
    }
  }

  /** Checks the cell beside the part, if the domain has one there, and a value was written. */
  private void checkStored(AttributeOrderCheck order, long number) {
    Range.Longs domain = (Range.Longs) box.schema().dimensions().get(0).domain().orElseThrow();
    long edge = number < 0 ? box.tileBox().low()[0] : box.tileBox().high()[0];
    if (edge != box.grid().key(number < 0 ? domain.low() : domain.high())) {
      long coordinate = box.grid().coordinate(number < 0 ? edge - 1 : edge + 1);
      stored.at(order.attribute(), coordinate).ifPresent(value -> order.check(value, number));
    }
  }
}
