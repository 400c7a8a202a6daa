using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Video.Decoding;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Video;

/// <summary>Maps the decoded video memory: palettes, tiles, maps of backgrounds, sprites, and the text of a background.</summary>
internal static class VideoEndpoints
{
    private const string PngType = "image/png";

    private static readonly ParameterNote Background = new("background",
        "0 to 3, as far as the video mode has that background; or window, the Game Boy's window.", "0")
    {
        Rule = VideoRules.Background with { Default = null },
    };

    public static void MapVideo(this IEndpointRouteBuilder routes)
    {
        var video = routes.MapGroup("/video").WithTags("Video");
        video.MapGet("/palettes", GetPalettesAsync)
            .Needs(Scope.Read)
            .Describe("GetPalettes", "Returns the colors of the palettes",
                "A GBA has 16 palettes of 16 colors for backgrounds and 16 for sprites; a Game Boy Color eight of four colors each. Other "
                + "Game Boys have one or, as a Super Game Boy, four for backgrounds, and two for sprites; their colors are those that mGBA "
                + "shows.")
            .TakesQuery()
            .Produces<VideoPalettes>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        video.MapGet("/tiles", GetTilesAsync)
            .Needs(Scope.Read)
            .Describe("GetTiles", "Returns tiles as a PNG",
                "Up to 1,024 tiles of 8 x 8 pixels, from the tile first on, in rows of columns tiles. Tiles count from the start of video "
                + "memory: a GBA has 3,072 of 16 colors, of which sprites use those from 2,048 on, or 1,536 of 256 colors; a Game Boy has "
                + "384, a Game Boy Color 768. palette colors all of them; a GBA's tiles of 256 colors use all palettes.")
            .TakesQuery(
                new ParameterNote("first", "The first tile; default 0.", "") { Rule = VideoRules.First },
                new ParameterNote("count", "Max tiles; at the end of video memory there are fewer.", "256") { Rule = VideoRules.Count },
                new ParameterNote("columns", "Tiles in a row.", "32") { Rule = VideoRules.Columns },
                new ParameterNote("palette", "The number of the palette; default 0.", "") { Rule = VideoRules.Palette },
                new ParameterNote("sprites", "true: palette is one of the sprites'.", "") { Rule = VideoRules.Sprites },
                new ParameterNote("colors", "Colors of a GBA's tile, 16 (default) or 256. Left out for a Game Boy, whose tiles have four.",
                    "") { Rule = VideoRules.Colors })
            .SendsHeaders(ResponseHeader.Frame)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(PngType))
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        video.MapGet("/maps/{background}", GetMapAsync)
            .Needs(Scope.Read)
            .Describe("GetTileMap", "Returns the tiles of a background",
                "Each row of tiles, sheetTiles, palettes and flips is a row of the map. tiles has the numbers in the map, which a table of "
                + "characters uses; sheetTiles the numbers for GET …/video/tiles. flips is 1 for left and right, 2 for top and bottom, 3 "
                + "for both. With format=png, the whole map as a picture, without other backgrounds and sprites; transparent pixels have "
                + "the first color of all. A background that is a bitmap, or that the video mode lacks, is a conflict.")
            .TakesPath(Background)
            .TakesQuery(new ParameterNote("format", "json (default), or png for a picture.", "") { Rule = VideoRules.Format })
            .SendsHeaders(ResponseHeader.FrameOfBytes)
            .Produces<TileMapResponse>()
            .WithMetadata(new BinaryResponse(PngType))
            .RefusesLikeACommand(ProblemTypes.Conflict, ProblemTypes.Unsupported);
        video.MapGet("/sprites", ListSpritesAsync)
            .Needs(Scope.Read)
            .Describe("ListSprites", "Lists the sprites",
                "All 128 of a GBA, or 40 of a Game Boy. visible: sprites are on, this one is not disabled, and its area is on the screen "
                + "at least in part; backgrounds may cover it.")
            .TakesQuery()
            .Produces<SpriteList>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        video.MapGet("/sprites/{sprite}", GetSpriteAsync)
            .Needs(Scope.Read)
            .Describe("GetSprite", "Returns a sprite as a PNG",
                "With its flips, without rotation and scaling. Transparent pixels have the first color of its palette. A sprite of a shape "
                + "that does not exist is a conflict.")
            .TakesPath(new ParameterNote("sprite", "The number of the sprite.", "0") { Rule = VideoRules.Sprite })
            .TakesQuery()
            .SendsHeaders(ResponseHeader.Frame)
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(PngType))
            .RefusesLikeACommand(ProblemTypes.Conflict, ProblemTypes.Unsupported);
        video.MapPost("/text", ReadTextAsync)
            .Needs(Scope.Read)
            .Describe("ReadText", "Reads the text of a background by a table of characters",
                "table has the text of each tile, 1 to 8 characters, by its number in the map; otherwise (default: a space) is that of the "
                + "other tiles. The rows are those on the screen, by the scroll registers, with tiles that are on it in part; x and y are "
                + "the place of the first tile. With visible=false, and for an affine background, they are the whole map.")
            .TakesQuery()
            .TakesBody<ReadTextRequest>(VideoRules.Text, """{"table": {"0": " ", "65": "A", "66": "B"}}""")
            .Produces<ReadTextResponse>()
            .RefusesLikeACommand(ProblemTypes.Conflict, ProblemTypes.Unsupported);
        video.AllowOnly("/text", HttpMethods.Post);
    }

    private static async Task<VideoPalettes> GetPalettesAsync(
        string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        using var snapshot = await VideoSnapshot.ReadAsync(emulators.Get(emulator), cancellationToken);
        return VideoDescriptions.Palettes(snapshot.Memory, snapshot.Frame);
    }

    private static async Task GetTilesAsync(
        string emulator, string? first, string? count, string? columns, string? palette, string? sprites, string? colors,
        HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var wanted = new TileSheet(VideoRules.First.ParseOrDefault(first), VideoRules.Count.ParseOrDefault(count),
            VideoRules.Columns.ParseOrDefault(columns), VideoRules.ColorsOf(colors) ?? 0, VideoRules.Palette.ParseOrDefault(palette),
            VideoRules.Sprites.Parse(sprites));
        using var snapshot = await VideoSnapshot.ReadAsync(client, context.RequestAborted);
        var sheet = ConsoleLimits.Fit(wanted, snapshot.Memory);
        await WriteAsync(context, VideoPictures.DrawTiles(snapshot.Memory, sheet, snapshot.Frame));
    }

    private static async Task GetMapAsync(
        string emulator, string background, string? format, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var (name, isPng) = (VideoRules.BackgroundOf(background), VideoRules.IsPng(format));
        using var snapshot = await VideoSnapshot.ReadAsync(client, context.RequestAborted);
        var map = snapshot.Memory.FindMap(name);
        if (isPng)
            await WriteAsync(context, VideoPictures.DrawMap(snapshot.Memory, map, snapshot.Frame));
        else
            await context.Response.WriteAsJsonAsync(
                VideoDescriptions.Map(map, snapshot.Frame), VideoJson.Context.TileMapResponse, contentType: null,
                context.RequestAborted);
    }

    private static async Task<SpriteList> ListSpritesAsync(
        string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        using var snapshot = await VideoSnapshot.ReadAsync(emulators.Get(emulator), cancellationToken);
        return VideoDescriptions.Sprites(snapshot.Memory, snapshot.Frame);
    }

    private static async Task GetSpriteAsync(string emulator, string sprite, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var number = VideoRules.Sprite.Parse(sprite);
        using var snapshot = await VideoSnapshot.ReadAsync(client, context.RequestAborted);
        var found = ConsoleLimits.Find(number, snapshot.Memory);
        await WriteAsync(context, VideoPictures.DrawSprite(snapshot.Memory, found, snapshot.Frame));
    }

    private static async Task<ReadTextResponse> ReadTextAsync(string emulator, HttpContext context, EmulatorDirectory emulators)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, VideoJson.Context.ReadTextRequest);
        var (table, otherwise) = (VideoRules.TableOf(body.Table), VideoRules.OtherwiseOf(body.Otherwise));
        var (background, visible) = (VideoRules.BackgroundOf(body.Background), VideoRules.Visible.Of(body.Visible));
        using var snapshot = await VideoSnapshot.ReadAsync(client, context.RequestAborted);
        var text = TileText.Read(
            snapshot.Memory.FindMap(background), visible ? snapshot.Memory.Screen : null, table, otherwise);
        return new ReadTextResponse(background, text.IsVisible, text.X, text.Y, text.Rows, snapshot.Frame);
    }

    private static async Task WriteAsync(HttpContext context, Picture drawn)
    {
        using var picture = drawn;
        var png = PngWriter.Write(picture, scale: 1);
        context.Response.Headers[ResponseHeader.FrameName] = picture.Frame.ToString(CultureInfo.InvariantCulture);
        (context.Response.ContentType, context.Response.ContentLength) = (PngType, png.Length);
        await context.Response.BodyWriter.WriteAsync(png, context.RequestAborted);
    }
}
