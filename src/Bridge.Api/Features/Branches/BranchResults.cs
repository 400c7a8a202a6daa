using System.Globalization;
using System.IO.Hashing;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Branches;

/// <summary>Collects the ends of branches, in the order of the request.</summary>
/// <param name="count">The number of branches.</param>
/// <param name="onEnd">
/// Gets each end as soon as it is there, perhaps several in different threads at the same time; null: ends are collected only.
/// </param>
internal sealed class BranchResults(int count, Action<BranchResult>? onEnd)
{
    private readonly BranchResult[] _results = new BranchResult[count];

    /// <summary>Gets the results, once all branches have ended.</summary>
    public IReadOnlyList<BranchResult> All => _results;

    /// <summary>Gets the state of the branch that is kept; null: there is none.</summary>
    public ReadOnlyMemory<byte>? Kept { get; private set; }

    /// <summary>Adds the end of a branch. May be called in several threads at the same time.</summary>
    public void Add(BranchPlan plan, BranchEnd end)
    {
        Kept ??= end.State;
        var result = Describe(plan, end);
        _results[plan.Index] = result;
        onEnd?.Invoke(result);
    }

    private static BranchResult Describe(BranchPlan plan, BranchEnd end)
    {
        var (png, screen, hash) = end.Picture is { } picture
            ? Describe(plan, picture.Size, picture.Pixels) : default;
        return new BranchResult(
            plan.Index, plan.Name, end.Frames, end.Met, plan.Wait is null ? null : end.Held, end.Hashes,
            plan.Places is null ? null : [.. plan.Places.Zip(end.Values, (place, value) => place.Describe(value.Bytes, value.Address))],
            png, screen, hash);
    }

    private static (byte[]? Png, ScreenTaken? Screen, string Hash) Describe(
        BranchPlan plan, PictureSize size, ReadOnlyMemory<byte> pixels)
    {
        using var picture = Picture.FromPixels(pixels.Span, size.Width, size.Height, frame: 0);
        var hash = XxHash64.HashToUInt64(picture.Rgb).ToString("x16", CultureInfo.InvariantCulture);
        if (plan.IsPlain)
            return (PngWriter.Write(picture, scale: 1).ToArray(), null, hash);
        using var taken = TakenPicture.OfPixels(pixels, size);
        return (null, taken.Describe(plan.Form!), hash);
    }
}
