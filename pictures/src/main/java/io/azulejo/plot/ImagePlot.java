package io.azulejo.plot;

import io.azulejo.plot.picture.IntegerAxis;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Panel;
import io.azulejo.plot.picture.PanelGrid;
import io.azulejo.plot.picture.Picture;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/** An array whose attributes are the channels of a picture, as that picture. */
final class ImagePlot {
  private static final int MAX = 255;

  private final PlotContext context;
  private final List<PlotField> channels;

  ImagePlot(PlotContext context) {
    this.context = context;
    this.channels = context.fields.channels();
  }

  Picture picture() {
    PlotField fieldX = context.fields.x();
    PlotField fieldY = context.fields.y();
    Range.Longs rangeX = (Range.Longs) context.range(fieldX);
    Range.Longs rangeY = (Range.Longs) context.range(fieldY);
    double across = rangeX.high() - rangeX.low() + 1.0;
    double down = rangeY.high() - rangeY.low() + 1.0;
    PanelGrid grid = context.grid(null, down / across);
    // As many pixels for each bin in both directions.
    double factor =
        Math.max(1, Math.max(Math.ceil(across / grid.width()), Math.ceil(down / grid.height())));
    FieldPositions x = axis(fieldX, rangeX, Math.ceil(across / factor));
    FieldPositions y = axis(fieldY, rangeY, Math.ceil(down / factor));
    int columns = x.axis().bins();
    int size = columns * y.axis().bins();
    double[][] sums = new double[channels.size()][size];
    long[] counts = new long[size];
    List<PlotField> wanted = new ArrayList<>(List.of(fieldX, fieldY));
    wanted.addAll(channels);
    context.source.read(
        wanted,
        batch -> {
          PlotContext.load(batch, x, y);
          for (int channel = 0; channel < sums.length; channel++) {
            Column column = batch.column(channels.get(channel).name());
            for (int row = 0; row < batch.rows(); row++) {
              int bin = bin(x, y, row, columns);
              if (bin >= 0) {
                sums[channel][bin] += column.isNull(row) ? 0 : column.getLong(row);
                counts[bin] += channel == 0 ? 1 : 0;
              }
            }
          }
        });
    int[] argb = new int[size];
    for (int bin = 0; bin < size; bin++) {
      argb[bin] = counts[bin] == 0 ? 0 : color(sums, bin, counts[bin]);
    }
    double aspect = (double) y.axis().bins() / columns;
    return context.picture(
        channels.size() == 1 ? channels.get(0).title() : "image",
        List.of("%,.0f × %,.0f pixels".formatted(across, down)),
        null,
        x.axis(),
        y.axis(),
        context.goesDown(fieldY, true),
        aspect,
        null,
        List.of(new Panel("", List.of(new Layer.Pixels(argb)))));
  }

  private FieldPositions axis(PlotField field, Range.Longs range, double max) {
    return FieldPositions.of(
        field,
        FieldAxis.of(
            context.labelled(
                field,
                IntegerAxis.of(
                    field.title(), field.field().type(), range.low(), range.high(), (int) max))),
        context.source);
  }

  private static int bin(FieldPositions x, FieldPositions y, int row, int columns) {
    return x.bin(row) < 0 || y.bin(row) < 0 ? -1 : y.bin(row) * columns + x.bin(row);
  }

  private int color(double[][] sums, int bin, long count) {
    int red = part(sums, 0, bin, count);
    boolean colored = channels.size() >= 3;
    int green = colored ? part(sums, 1, bin, count) : red;
    int blue = colored ? part(sums, 2, bin, count) : red;
    int alpha = channels.size() == 4 ? part(sums, 3, bin, count) : MAX;
    return alpha << 24 | red << 16 | green << 8 | blue;
  }

  private int part(double[][] sums, int channel, int bin, long count) {
    double full = channels.get(channel).field().type() == Datatype.UINT16 ? 65_535 : MAX;
    return (int) Math.round(sums[channel][bin] / count / full * MAX);
  }
}
