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
 * Checks the order of attributes that promise one. Written values must be in order among themselves
 * and relative to the stored values right before and after the written part.
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
   * Creates checks for a write that fills a whole box.
   *
   * @param box the cells to be written, in an array of one dimension if an attribute promises an
   *     order
   * @param stored looks up stored values next to the box
   * @throws io.azulejo.error.InvalidRequestException if the box is too large
   */
  public static OrderedAttributes of(ArraySchema schema, NDRange box, StoredValues stored) {
    return of(WriteBox.of(schema, box), stored);
  }

  /**
   * Checks the next cells.
   *
   * @param cells one column per attribute, in schema order
   * @param rows number of cells
   * @param first number of the first cell, relative to the start of the box
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

  /**
   * Checks the stored value next to the box, if the domain has a cell there and that cell has a
   * value.
   */
  private void checkStored(AttributeOrderCheck order, long number) {
    Range.Longs domain = (Range.Longs) box.schema().dimensions().get(0).domain().orElseThrow();
    long edge = number < 0 ? box.tileBox().low()[0] : box.tileBox().high()[0];
    if (edge != box.grid().key(number < 0 ? domain.low() : domain.high())) {
      long coordinate = box.grid().coordinate(number < 0 ? edge - 1 : edge + 1);
      stored.at(order.attribute(), coordinate).ifPresent(value -> order.check(value, number));
    }
  }
}
