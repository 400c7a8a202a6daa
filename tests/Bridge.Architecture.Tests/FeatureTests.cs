using Bridge.Testing;

namespace Bridge.Architecture.Tests;

public sealed class FeatureTests
{
    private static readonly string Api = RepositoryRoot.Combine("src", "Bridge.Api");

    // Folders that map endpoints and are no features: the composition, and the helpers that features map theirs with.
    private static readonly string[] NoFeatures = ["Bridge.Api", "Inline"];

    [Fact]
    public void Features_have_the_same_family_of_files()
    {
        var features = Directory.GetDirectories(Api, "*", SearchOption.AllDirectories).Append(Api)
            .Where(folder => !NoFeatures.Contains(Path.GetFileName(folder)))
            .Select(folder => (Name: Path.GetRelativePath(Api, folder), Files: FilesOf(folder)))
            .Where(folder => FeatureFamily.IsFeature(folder.Files)).ToList();

        Assert.True(features.Count > 10, $"Only {features.Count} features were found.");
        Assert.Empty(features.SelectMany(feature =>
            FeatureFamily.FindMisplaced(feature.Files).Select(misplaced => $"{feature.Name}: {misplaced}")));
    }

    [Theory]
    [InlineData("GameRoutes.cs", "static void MapGame(this IEndpointRouteBuilder routes)", "GameRoutes.cs maps endpoints")]
    [InlineData("GameContext.cs", "internal sealed partial class GameContext : JsonSerializerContext", "GameContext.cs has a JSON context")]
    [InlineData("Game.cs", "internal sealed record Game(int Id);", "Game.cs has the body Game")]
    [InlineData("Settings.cs", "internal sealed record GameOptions(int Max);", "Settings.cs has the settings GameOptions")]
    [InlineData("MoreJson.cs", "internal sealed partial class MoreJson : JsonSerializerContext", "There are several JSON contexts")]
    public void A_feature_without_its_family_is_found(string name, string text, string found)
    {
        (string, string)[] family =
        [
            ("GameEndpoints.cs", "static void MapGame(this IEndpointRouteBuilder routes)"),
            ("GameShapes.cs", "internal sealed record GameDescription(int Id);"),
            ("GameJson.cs", """
                [JsonSerializable(typeof(GameDescription))]
                [JsonSerializable(typeof(IReadOnlyList<Game>))]
                internal sealed partial class GameJson : JsonSerializerContext
                """),
        ];

        Assert.True(FeatureFamily.IsFeature(family));
        Assert.Empty(FeatureFamily.FindMisplaced(family));
        Assert.Contains(found, FeatureFamily.FindMisplaced([.. family, (name, text)]));
    }

    private static (string Name, string Text)[] FilesOf(string folder) =>
        [.. Directory.GetFiles(folder, "*.cs").Select(file => (Path.GetFileName(file), File.ReadAllText(file)))];
}
