using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>Names of a list, and how many follow; in pages also how many names and pages there are.</summary>
internal sealed record NameList(
    IReadOnlyList<string> Names, int More,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Count = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Pages = null)
{
    /// <summary>Max characters of a page that is one of several lists. Limits what the model has to read.</summary>
    public const int MaxOfSeveral = 600;

    /// <summary>Max characters of a page that is the only list.</summary>
    public const int MaxAlone = 1600;

    private const int MaxNames = 50;

    /// <summary>Returns the first of these names.</summary>
    public static NameList Of(IEnumerable<string> names) => Of(names, page: 1, MaxOfSeveral) with { Count = null, Pages = null };

    /// <summary>Returns a page of these names, from 1. A page after the last is empty.</summary>
    public static NameList Of(IEnumerable<string> names, int page, int maxCharacters)
    {
        var pages = new List<List<string>>();
        var (count, characters) = (0, 0);
        foreach (var name in names)
        {
            // Quotes and a comma.
            characters += name.Length + 3;
            if (pages.Count == 0 || pages[^1].Count == MaxNames || characters > maxCharacters)
            {
                pages.Add([]);
                characters = name.Length + 3;
            }

            pages[^1].Add(name);
            count++;
        }

        var upToPage = pages.Take(page).Sum(each => each.Count);
        return new NameList(page <= pages.Count ? pages[page - 1] : [], count - upToPage, count, pages.Count);
    }
}
