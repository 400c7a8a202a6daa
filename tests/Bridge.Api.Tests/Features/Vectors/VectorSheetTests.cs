using Bridge.Api.Features.Vectors;

namespace Bridge.Api.Tests.Features.Vectors;

public sealed class VectorSheetTests
{
    [Fact]
    public void Pictures_stand_in_rows()
    {
        // Three games of 2 x 1 gray pixels: two columns, and the fourth place is black.
        using var sheet = VectorSheet.Of([1, 2, 3, 4, 5, 6], PlanOf(3, new VectorPictureForm(2, 1, Gray: true, Last: 1)), games: 3);

        Assert.Equal((4, 2), (sheet.Width, sheet.Height));
        Assert.Equal([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 0, 0, 0, 0, 0, 0], sheet.Rgb.ToArray());
    }

    [Fact]
    public void Colors_stay()
    {
        using var sheet = VectorSheet.Of([1, 2, 3, 4, 5, 6], PlanOf(2, new VectorPictureForm(1, 1, Gray: false, Last: 1)), games: 2);

        Assert.Equal((2, 1), (sheet.Width, sheet.Height));
        Assert.Equal([1, 2, 3, 4, 5, 6], sheet.Rgb.ToArray());
    }

    private static VectorPlan PlanOf(int count, VectorPictureForm picture) =>
        new("/game.gba", count, Frames: 1, picture, Sticky: 0, Noops: 0, Seed: 0, Model: null, Clock: null);
}
