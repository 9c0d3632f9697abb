import ImageSearchMachine

/// The page of the service that contains a page of results.
///
/// The two pages can differ, because the service has no pages with fewer than three images.
struct PageWindow {
    /// The number of the service's page, from 1.
    let servicePage: Int

    /// The number of images on the service's page.
    let servicePageSize: Int

    private let offset: Int
    private let limit: Int

    init(page: Int, limit: Int) {
        let pagesInOne = limit == 1 ? 3 : limit == 2 ? 2 : 1
        servicePage = (page - 1) / pagesInOne + 1
        servicePageSize = limit * pagesInOne
        offset = (page - 1) % pagesInOne * limit
        self.limit = limit
    }

    /// Returns the images on the page of results.
    func images(of page: ImageSearchClient.Page) -> [ImageResult] {
        Array(page.hits.dropFirst(offset).prefix(limit))
    }
}
