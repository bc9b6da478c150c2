package io.azulejo.plot.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.schema.Datatype;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartTest {
  private static final int BLANK = 0xededed;

  private static Picture cells(boolean down, double... values) {
    return Picture.of(
        "a title",
        "",
        IntegerAxis.of("x", Datatype.INT32, 1, 4, 800),
        IntegerAxis.of("y", Datatype.INT32, 1, values.length / 4, 600),
        down,
        Scale.of("v", values),
        List.of(new Layer.Cells(values)));
  }

  private static BufferedImage png(Picture picture) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(Chart.png(picture, Paper.STANDARD)));
  }

  private static Document svg(Picture picture) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(Chart.svg(picture, Paper.STANDARD)));
  }

  private static List<Element> elements(Document document, String name) {
    List<Element> elements = new ArrayList<>();
    NodeList nodes = document.getElementsByTagName(name);
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  private static List<String> texts(Document document) {
    return elements(document, "text").stream().map(Element::getTextContent).toList();
  }

  /** Where the frame around the cells begins. */
  private static int[] corner(BufferedImage image) {
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth() - 300; x++) {
        boolean frame = true;
        for (int i = 0; i < 300; i++) {
          frame &= (image.getRGB(x + i, y) & 0xffffff) == 0x595959;
        }
        if (frame) {
          return new int[] {x + 1, y + 1};
        }
      }
    }
    throw new AssertionError("no frame");
  }

  private static int cell(BufferedImage image, int column, int row, double height) {
    int[] corner = corner(image);
    int x = corner[0] + column * 200 + 100;
    int y = corner[1] + (int) ((row + 0.5) * height);
    return image.getRGB(x, y) & 0xffffff;
  }

  @Test
  void cellsOfAPngFileHaveTheColoursOfTheirValues() throws IOException {
    BufferedImage image = png(cells(true, 0, 10, 5, Double.NaN, 5, 5, 5, 0));
    assertThat(image.getWidth()).isBetween(850, 1100);
    assertThat(image.getHeight()).isBetween(650, 750);
    assertThat(cell(image, 0, 0, 300)).isEqualTo(Colors.scale(0));
    assertThat(cell(image, 1, 0, 300)).isEqualTo(Colors.scale(1));
    assertThat(cell(image, 2, 0, 300)).isEqualTo(Colors.scale(0.5));
    assertThat(cell(image, 3, 0, 300)).isEqualTo(BLANK);
    assertThat(cell(image, 0, 1, 300)).isEqualTo(Colors.scale(0.5));
    assertThat(cell(image, 3, 1, 300)).isEqualTo(Colors.scale(0));
  }

  @Test
  void theAxisCanGrowUpwards() throws IOException {
    BufferedImage image = png(cells(false, 0, 10, 5, Double.NaN, 5, 5, 5, 0));
    assertThat(cell(image, 0, 1, 300)).isEqualTo(Colors.scale(0));
    assertThat(cell(image, 3, 0, 300)).isEqualTo(Colors.scale(0));
    assertThat(cell(image, 3, 1, 300)).isEqualTo(BLANK);
  }

  @Test
  void boxesAndLinesLieOverCells() throws IOException {
    Legend legend = new Legend("things", List.of("first", "second"));
    Picture picture =
        Picture.of(
            "boxes",
            "a note",
            IntegerAxis.of("x", Datatype.INT32, 1, 4, 800),
            IntegerAxis.of("y", Datatype.INT32, 1, 2, 600),
            true,
            legend,
            List.of(
                new Layer.Cells(new double[] {0, 0, 0, 1, 1, 1, 1, 1}),
                new Layer.Lines(new double[] {1}, new double[0]),
                new Layer.Boxes(new double[] {0, 3, 0, 1}, new double[] {0}, false)));
    BufferedImage image = png(picture);
    int[] corner = corner(image);
    assertThat(cell(image, 0, 0, 300)).isEqualTo(Colors.category(0));
    assertThat(cell(image, 0, 1, 300)).isEqualTo(Colors.category(1));
    int edge = image.getRGB(corner[0] + 1, corner[1] + 150) & 0xffffff;
    assertThat(edge).isEqualTo(Colors.mix(Colors.category(0), Theme.LIGHT.ink(), 0.45));
    int left = image.getRGB(corner[0] + 199, corner[1] + 450) & 0xffffff;
    int right = image.getRGB(corner[0] + 200, corner[1] + 450) & 0xffffff;
    assertThat(left).isNotEqualTo(Colors.category(1));
    assertThat(right).isEqualTo(left);
  }

  @Test
  void svgFilesAreXmlWithARectangleForEachRunOfCells() throws Exception {
    Document document = svg(cells(true, 0, 10, 10, Double.NaN, 5, 5, 5, 0));
    List<String> fills =
        elements(document, "rect").stream().map(r -> r.getAttribute("fill")).toList();
    assertThat(fills).contains("#440154", "#fde725", "#21918c", "#ededed");
    Element run =
        elements(document, "rect").stream()
            .filter(r -> r.getAttribute("fill").equals("#21918c"))
            .filter(r -> r.getAttribute("height").equals("300"))
            .findFirst()
            .orElseThrow();
    assertThat(run.getAttribute("width")).isEqualTo("600");
    assertThat(texts(document)).contains("a title", "x", "y", "v", "1", "2", "3", "4");
  }

  @Test
  void manyCellsOfAnSvgFileAreAnImage() throws Exception {
    Random random = new Random(1);
    double[] values = random.doubles(40_000).toArray();
    Picture picture =
        Picture.of(
            "many",
            "",
            IntegerAxis.of("x", Datatype.INT32, 1, 200, 800),
            IntegerAxis.of("y", Datatype.INT32, 1, 200, 600),
            true,
            Scale.of("v", values),
            List.of(new Layer.Cells(values)));
    Element image = elements(svg(picture), "image").get(0);
    String data = image.getAttribute("href").substring("data:image/png;base64,".length());
    BufferedImage decoded =
        ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(data)));
    assertThat(decoded.getWidth()).isEqualTo(200);
    assertThat(decoded.getHeight()).isEqualTo(200);
    assertThat(decoded.getRGB(7, 3) & 0xffffff).isEqualTo(picture.inks().rgb(values[607]));
  }

  @Test
  void textsOfSvgFilesAreEscaped() throws Exception {
    Picture picture =
        Picture.of(
            "a <b> & \"c\" \u0001 日",
            "",
            new ListAxis("<", List.of("&amp;")),
            new ListAxis("\n", List.of("]]>")),
            true,
            new Legend("'", List.of("\ud800")),
            List.of());
    assertThat(texts(svg(picture))).contains("a <b> & \"c\" \ufffd 日", "&amp;", "]]>", "\ufffd");
  }

  @Test
  void pointsAndLinesAreDrawn() throws Exception {
    Picture points =
        Picture.of(
            "points",
            "",
            FloatingPointAxis.of("x", 0, 1, 800),
            FloatingPointAxis.of("y", 0, 1, 600),
            false,
            null,
            List.of(new Layer.Points(new double[] {0, 400}, new double[] {0, 300}, null)));
    assertThat(elements(svg(points), "circle")).hasSize(2);
    double gap = Double.NaN;
    Picture line =
        Picture.of(
            "line",
            "",
            FloatingPointAxis.of("x", 0, 1, 4),
            FloatingPointAxis.of("y", 0, 1, 100),
            false,
            null,
            List.of(
                new Layer.Band(
                    new double[] {0, 1, 2, 3},
                    new double[] {10, 20, gap, 50},
                    new double[] {10, 20, gap, 60},
                    new double[] {10, 20, gap, 80},
                    gap)));
    Document document = svg(line);
    assertThat(elements(document, "polygon")).hasSize(1);
    assertThat(elements(document, "circle")).hasSize(3);
    assertThat(png(line).getHeight()).isLessThan(600);
  }
}
